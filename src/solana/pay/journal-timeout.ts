import { ConfigurationError } from "../../errors/errors.js";
import { hasMethods, isMilliseconds, type Rules } from "../../options/checks.js";
import { onAbort, unless } from "../../runtime/abort.js";
import { MAX_TIMER_MS } from "../../runtime/clock.js";
import type { PaymentJournal } from "./journal.js";
import { checkedJournal } from "./record.js";

/** Options of calls that use a journal. */
export interface JournalOptions {
  /** Time limit of one call to the journal, in milliseconds of the machine's time. Default 30,000. */
  readonly journalTimeout?: number | undefined;
}

export const JOURNAL_RULES = /* @__PURE__ */ ((): Rules<JournalOptions & { journal: PaymentJournal }> => ({
  journal: [...hasMethods("get", "claim", "update", "open"), "limit"],
  journalTimeout: isMilliseconds,
}))();

const JOURNAL_TIMEOUT = 30_000;

/** Milliseconds that a call to the journal still gets after the signal, so that a healthy journal stores the end. */
const AFTER_ABORT = 1000;

/**
 * Wraps a journal, checks what it returns and limits the time of its calls. A call that timed out or was aborted may
 * still take effect later.
 */
export function timedJournal(
  journal: PaymentJournal,
  { journalTimeout = JOURNAL_TIMEOUT }: JournalOptions,
  signal: AbortSignal | undefined,
): PaymentJournal {
  const ms = Math.min(journalTimeout, MAX_TIMER_MS);
  const limited = <T>(call: () => Promise<T>) =>
    unless(call().catch(misused), (reject) => {
      const fail = (why: string) => () => reject(new Error(`The journal did not answer ${why}.`));
      const timers = [setTimeout(fail(`within ${ms} ms (journalTimeout)`), ms)];
      const off =
        signal &&
        onAbort(signal, () => {
          timers.push(setTimeout(fail("before the signal ended the call"), Math.min(ms, AFTER_ABORT)));
        });
      return () => {
        off?.();
        for (const timer of timers) clearTimeout(timer);
      };
    });
  return checkedJournal(journal, limited);
}

/** Private members of a class are missing on a Proxy of its object. The store has not failed. */
function misused(cause: unknown): never {
  if (!(cause instanceof TypeError && /private|receiver must be/i.test(cause.message))) throw cause;
  throw new ConfigurationError(
    "The journal is wrapped in a Proxy, such as Vue's reactive, which hides its private members. Pass the journal itself; see cause.",
    { cause },
  );
}
