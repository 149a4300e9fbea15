import { ConfigurationError } from "../../errors.js";
import { checkSpelling } from "../../names.js";
import { OPTION_NAMES, show } from "../verify/options.js";
import { type Commitment, machineTimer, type SleepClock } from "./connection.js";

/** From the weakest to the strongest. */
export const COMMITMENTS: readonly Commitment[] = ["processed", "confirmed", "finalized"];

/**
 * Refuses options that are none, or misspelt, and a signal that cannot be listened to. Told before a wallet is asked or
 * anything is sent: afterwards it would leave the caller without a word on what became of the transaction.
 */
export function checkCall(options: object, name: string): void {
  if (typeof options !== "object" || options === null)
    throw new ConfigurationError(`${name} takes an object of options. Nothing was sent.`);
  checkSpelling(options, OPTION_NAMES);
  const { signal } = options as { readonly signal?: unknown };
  if (signal !== undefined && typeof (Object(signal) as AbortSignal).addEventListener !== "function")
    throw new ConfigurationError(
      "signal must be an AbortSignal, such as that of an AbortController. Nothing was sent.",
    );
}

/** How a transaction is followed, complete. */
interface Following {
  readonly commitment: Commitment;
  readonly pollInterval: number | undefined;
  readonly clock: SleepClock;
  readonly signal: AbortSignal | undefined;
}

/** The options of following a transaction, checked before anything is sent. */
export function readFollowing(
  options: { readonly [N in keyof Following]?: Following[N] | undefined },
): Following {
  const { commitment = "confirmed", pollInterval, clock = machineTimer, signal } = options;
  if (!COMMITMENTS.includes(commitment))
    throw new ConfigurationError(
      `commitment must be processed, confirmed or finalized, not ${show(commitment)}. Nothing was sent.`,
    );
  // Of zero or no number the node would be asked without a pause, and the end of the blockhash never be looked for.
  if (pollInterval !== undefined && !(Number.isFinite(pollInterval) && pollInterval > 0))
    throw new ConfigurationError(
      `pollInterval must be a number of milliseconds above 0, not ${show(pollInterval)}. Nothing was sent.`,
    );
  if (typeof (Object(clock) as SleepClock).sleep !== "function")
    throw new ConfigurationError("clock must have sleep(). Nothing was sent.");
  return { commitment, pollInterval, clock, signal };
}
