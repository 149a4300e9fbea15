import { ConfigurationError } from "../../errors/errors.js";
import { hasMethods, isMilliseconds, type Rules } from "../../options/checks.js";
import { MAX_TIMER_MS, onAbort, unless } from "../../runtime/clock.js";
import { nextVersion, type PaymentJournal, type PaymentRecord } from "./journal.js";
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
export function limitedJournal(
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
  const checked = checkedJournal(journal);
  return {
    get: (paymentId) => limited(() => checked.get(paymentId)),
    claim: (record) => limited(() => checked.claim(record)),
    update: (record) => limited(() => checked.update(record)),
    open: () => limited(() => checked.open()),
  };
}

/** Private members of a class are missing on a Proxy of its object. The store has not failed. */
function misused(cause: unknown): never {
  if (!(cause instanceof TypeError && /private|receiver must be/i.test(cause.message))) throw cause;
  throw new ConfigurationError(
    "The journal is wrapped in a Proxy, such as Vue's reactive, which hides its private members. Pass the journal itself; see cause.",
    { cause },
  );
}

/**
 * Claims a message for a payment, and returns whether it has it. Two identical payments with the same blockhash have the
 * same message, which lands only once. The journal forgets the claim after 7 days, when the blockhash has long expired.
 */
export async function claimMessage(
  journal: PaymentJournal,
  payment: Pick<PaymentRecord, "paymentId" | "walletAddress" | "genesisHash">,
  messageHash: string,
): Promise<boolean> {
  const { paymentId: order, walletAddress, genesisHash } = payment;
  const claim: PaymentRecord = {
    paymentId: `intent-tx.message:${messageHash}`,
    walletAddress,
    genesisHash,
    order,
    intentId: "",
    version: 0,
    state: "settled",
    outcome: "not-sent",
    attempts: [],
    createdAt: Date.now(),
    updatedAt: 0,
  };
  return ((await journal.claim(nextVersion(claim, {}))) ?? claim).order === order;
}
