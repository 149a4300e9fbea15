import { type ExploredFaults, kindsFor, type Schedule } from "./faults.js";
import { SENDS, type TracedRequest } from "./network.js";

/** The schedule with one more fault, for each request after its last one and each kind that applies. */
export const longer = (
  schedule: Schedule,
  requests: readonly TracedRequest[],
  faults: ExploredFaults,
): Schedule[] =>
  requests
    .slice(schedule[0]?.request ?? 0)
    .flatMap(({ number, target, operation }) =>
      kindsFor(target, operation, faults).map((kind) => [...schedule, { request: number, kind }]),
    );

/** True if all faults come before the app's first payment. From then on, faults cost money, so they are tried first. */
function isEarly(schedule: Schedule, plain: readonly TracedRequest[]): boolean {
  const paying = plain.find(({ operation }) => SENDS.test(operation))?.number ?? 0;
  return schedule.every(({ request }) => request < paying);
}

/** Sorts the schedules of the payment before the others. */
export const payingFirst = (all: readonly Schedule[], plain: readonly TracedRequest[]): Schedule[] =>
  [...all].sort((one, other) => Number(isEarly(one, plain)) - Number(isEarly(other, plain)));
