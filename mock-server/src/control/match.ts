import { OPERATIONS } from "intent-tx/contract";
import { unknownName } from "../kernel/nearest.js";
import { invalidField } from "../kernel/service-error.js";
import type { FaultRule } from "./fault-rules.js";

/** Where the API begins in the path of a request. */
const BASE = "/v1";

/** Every operation of the API, `HEAD` being answered as `GET` is. */
const CALLS = Object.values(OPERATIONS).flatMap(({ method, path }) => {
  const call = { method: method as string, path: BASE + path };
  return method === "GET" ? [call, { ...call, method: "HEAD" }] : [call];
});

const METHODS = [...new Set(CALLS.map(({ method }) => method))];
const PATHS = [...new Set(CALLS.map(({ path }) => path))];

/**
 * Refuses a rule that no operation of the API can meet: it would wait for ever, and the test would pass without its fault. A rule
 * of a state that is restored is taken as it stands.
 *
 * @throws ServiceError 400 on `match.method` or `match.path`, with what there is
 */
export function refuseIdle(match: FaultRule["match"]): void {
  const { method, path } = match ?? {};
  const wanted = method?.toUpperCase();
  if (wanted !== undefined && !METHODS.includes(wanted))
    throw invalidField("match.method", `is ${JSON.stringify(method)}, which ${unknownName(wanted, METHODS)}`);
  if (path === undefined) return;
  const fitting = CALLS.filter((call) => canMeet(path, call.path));
  if (fitting.length === 0)
    throw invalidField(
      "match.path",
      `is ${JSON.stringify(path)}, the path of no operation, which ${unknownName(path, PATHS)}`,
    );
  if (wanted === undefined || fitting.some((call) => call.method === wanted)) return;
  const methods = [...new Set(fitting.map((call) => call.method))].join(", ");
  throw invalidField("match.method", `is ${JSON.stringify(method)}; ${path} takes ${methods}`);
}

/** A character of a template, or a parameter: one or more characters of one segment. */
const stepsOf = (template: string) =>
  [...template.matchAll(/\{\w+\}|[\s\S]/g)].map(([step]) => (step.length > 1 ? undefined : step));

/**
 * Whether some path fits both a pattern, in which `*` stands for anything, and a template. `reached[i]` says that the pattern so
 * far can end where the template's first `i` steps do; a parameter may go on where it has begun.
 */
function canMeet(pattern: string, template: string): boolean {
  const steps = stepsOf(template);
  const inSegment = (letter: string) => letter !== "/" && letter !== "?" && letter !== "#";
  let reached = [true, ...steps.map(() => false)];
  for (const letter of pattern) {
    const next = reached.map(() => false);
    if (letter === "*") {
      const first = reached.indexOf(true);
      // A star begins where any way ends, and ends at any step after it.
      for (let at = first; first >= 0 && at < next.length; at++) next[at] = true;
    } else {
      for (const [at, step] of steps.entries()) {
        const goesOn = step === undefined && inSegment(letter) && reached[at + 1] === true;
        const steppedOn = reached[at] === true && (step === undefined ? inSegment(letter) : step === letter);
        if (goesOn || steppedOn) next[at + 1] = true;
      }
    }
    reached = next;
  }
  return reached[steps.length] === true;
}
