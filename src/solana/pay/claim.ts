import type { Rpc } from "../send/connections.js";
import type { VerifyOptions } from "../verify/options.js";
import {
  isPrompt,
  nextVersion,
  type PaymentAttempt,
  type PaymentJournal,
  type PaymentRecord,
} from "./journal.js";

/** A record of the journal that is not a payment. It is settled from the start, so that `open` does not list it. */
export const ownRecord = (facts: Pick<PaymentRecord, "paymentId" | "walletAddress">): PaymentRecord => ({
  version: 0,
  genesisHash: "",
  order: "",
  intentId: "",
  state: "settled",
  outcome: "not-sent",
  attempts: [],
  createdAt: Date.now(),
  updatedAt: 0,
  ...facts,
});

/**
 * Claims a message for a payment, and returns whether it has it. Two identical payments with the same blockhash have the
 * same message, which lands only once: `payment.ts` then builds again until the blockhash differs. The journal forgets the
 * claim after 7 days, when the blockhash has long expired.
 */
export async function claimMessage(
  journal: PaymentJournal,
  { paymentId: order, walletAddress, genesisHash }: PaymentRecord,
  messageHash: string,
): Promise<boolean> {
  const facts = { paymentId: `intent-tx.message:${messageHash}`, walletAddress, genesisHash, order };
  const claim = ownRecord(facts);
  return ((await journal.claim(nextVersion(claim, {}))) ?? claim).order === order;
}

/**
 * Facts about a transaction that a wallet was asked to sign or to send: it may be any one that makes the payment.
 * @param owner The payment, to other calls over the same connection.
 */
export function sentAsWallet(
  rpc: Rpc,
  journal: PaymentJournal,
  record: PaymentRecord,
  attempt: PaymentAttempt,
  {
    owner = record.paymentId,
    swapPrograms,
    onlySigns = isPrompt(attempt),
  }: {
    readonly owner?: unknown;
    readonly onlySigns?: boolean;
  } & Pick<VerifyOptions, "swapPrograms">,
) {
  const { walletAddress, genesisHash } = record;
  const { messageHash, transaction, blockhash, validAt, signature, built = attempt } = attempt;
  // The journal first: what it says belongs to another payment must stay free for that one over this connection.
  const claim = async (hash: string) =>
    (await claimMessage(journal, record, hash)) && rpc.claim(hash, owner, hash === messageHash);
  const wallet = { walletAddress, since: built.validAt, transaction, swapPrograms, onlySigns, claim };
  const lifetime = { blockhash, builtBlockhash: built.blockhash, validAt, genesisHash };
  return { ...lifetime, message: undefined, signature, wallet };
}
