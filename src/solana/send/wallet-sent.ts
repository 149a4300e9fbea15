import { isSignature, NATIVE_MINT } from "../../contract/chain.js";
import { IntentTxError, type PaymentOutcome } from "../../errors/base-error.js";
import { causesOf } from "../../errors/causes.js";
import { UnsafeTransactionError } from "../../errors/errors.js";
import { race } from "../../runtime/abort.js";
import { type DecodedTransaction, decodeWire, transactionBytes } from "../decode/decode.js";
import type { DecodedInstruction, Swap, SwapDecoder, UnknownInstruction } from "../decode/instructions.js";
import { sameBytes } from "../decode/wire-transaction.js";
import type { Method } from "../sign/method.js";
import { hashOf, type Unsigned } from "../sign/transaction.js";
import { decodeVenue, type MintOf } from "../verify/steps.js";
import { amountOf, effectsOf } from "../verify/verify.js";
import { balanceChanges, decodeLanded, type LandedMeta, mintsIn } from "./balances.js";
import type { Rpc } from "./connections.js";
import { isPaymentError, refusalOf, TransactionUnconfirmedError } from "./errors.js";
import type { PaymentEvent } from "./events.js";
import type { Landed, Sought } from "./expiry.js";

/** Error code of a wallet whose user rejected the request (EIP-1193, also used by Solana wallets). */
const USER_REJECTED = 4001;

/**
 * Whether a wallet's error proves that it sent nothing: the user rejected the request, or the wallet was not asked. A
 * wallet can use this package itself, so the class of an error says nothing.
 */
const isRejected = (error: unknown): boolean =>
  causesOf(error).some((one) => Object(one).code === USER_REJECTED) ||
  (isPaymentError(error) && error.outcome === "not-sent");

/** The same for a wallet that was asked only to sign. Some adapters keep the text of the rejection, but not its code. */
export const isRefusedByUser = (error: unknown): boolean =>
  isRejected(error) || causesOf(error).some((one) => /\buser rejected\b/i.test(String(Object(one).message)));

/** The error of a call that got no usable signature from a wallet, which may nevertheless have sent what it signed. */
export function maySend(error: unknown): IntentTxError {
  if (error instanceof UnsafeTransactionError)
    return Object.assign(error, { outcome: "unknown" satisfies PaymentOutcome });
  return new TransactionUnconfirmedError(
    "The wallet was asked to sign, and this call has no usable signature from it. The wallet may have sent the transaction.",
    "",
    error,
  );
}

/** Prompts the wallet to sign and send. Only the user's rejection proves that nothing was sent. */
export async function sentByWallet(
  connection: unknown,
  signal: AbortSignal | undefined,
  transaction: Unsigned,
  { send }: Method,
  genesisHash: string | undefined,
): Promise<string> {
  let signature: string;
  try {
    signature = await race(signal, send?.(transaction, connection, genesisHash) ?? Promise.resolve(""));
  } catch (error) {
    if (signal?.aborted)
      throw new TransactionUnconfirmedError(
        "The signal ended the call while the wallet was asked to sign and send, so it may have sent the transaction.",
        "",
        error,
      );
    if (isRejected(error)) throw error;
    throw new TransactionUnconfirmedError(
      "The wallet failed during sign-and-send, so it may have sent the transaction.",
      "",
      error,
    );
  }
  if (!isSignature(signature))
    throw new TransactionUnconfirmedError(
      "The wallet returned no signature, so it is not known whether it sent the transaction.",
      "",
    );
  return signature;
}

type SwapPrograms = Readonly<Record<string, SwapDecoder>> | undefined;

/** The payment for which a wallet was asked to sign and send. The wallet may return any signature. */
export interface WalletOrder {
  readonly walletAddress: string;
  /** Whether the wallet was asked only to sign. It can then send only what it signs, which expires. */
  readonly onlySigns?: boolean | undefined;
  /** A slot before the wallet was asked. Without it, the signature may be that of an earlier transaction. */
  readonly since: number | undefined;
  /** The verified transaction. Undefined if it was not verified: only slot and fee payer are then checked. */
  readonly transaction: string | undefined;
  readonly swapPrograms: SwapPrograms;
  /** Claims the landed message for this payment. Returns false if another payment has claimed it. */
  readonly claim: (messageHash: string) => Promise<boolean>;
}

/**
 * Checks that a transaction with the signature that a wallet returned makes the payment. Returns why this is not known
 * yet, because the node does not return the transaction so far, or undefined if it does.
 * @throws TransactionUnconfirmedError when it is not this payment, or that can never be known over this connection.
 */
export async function checkWalletSent(
  { transaction: read }: Rpc,
  {
    signature,
    slot,
    failed,
  }: { readonly signature: string; readonly slot: number; readonly failed: boolean },
  { walletAddress, since, transaction, swapPrograms, claim }: WalletOrder,
  report: (event: PaymentEvent) => void,
): Promise<string | undefined> {
  const refused = (why: string) =>
    new TransactionUnconfirmedError(
      `The wallet returned the signature of transaction ${signature}, but ${why}. The outcome of the payment is unknown.`,
      signature,
    );
  if (since === undefined)
    throw refused("no node reported a slot before the wallet sent it, so it may be an earlier transaction");
  if (slot < since) throw refused(`it landed in slot ${slot}, before this payment was built`);
  if (read === undefined)
    throw refused("the transaction cannot be read, because connection has no getTransaction");
  let why = "";
  const landed = await read(signature).catch((error: unknown) => {
    why = `: ${refusalOf(error)}`;
    return undefined;
  });
  if (landed?.message === undefined || !landed.meta?.preBalances?.length)
    return `the node does not return it with its balances, so it is not known to be this payment${why}`;
  const { message, meta } = landed;
  const { found, order, wanted, makes } = decodedPair(message, meta, transaction, swapPrograms);
  if (!found) throw refused("it cannot be decoded");
  if (found.feePayer !== walletAddress) throw refused(`${found.feePayer} paid its fee, not the wallet`);
  if (transaction !== undefined) {
    if (!order || !wanted.length)
      throw refused("the transaction for the wallet cannot be decoded: pass swapPrograms");
    if (!makes) throw refused("it does not make this payment");
    if (!failed && !balancesAgree(order, found, message, meta, walletAddress))
      throw refused("its balances do not show this payment");
  }
  if (!(await claim(hashOf(message)))) throw refused("it belongs to another payment");
  if (order !== undefined) await reportEdits(order, found, signature, report);
  return undefined;
}

/** Reports the edits of a wallet that sends. It refuses none, because the payment has been made. */
async function reportEdits(
  order: DecodedTransaction,
  found: DecodedTransaction,
  signature: string,
  report: (event: PaymentEvent) => void,
): Promise<void> {
  const { edits } = await import("../sign/edits.js").then(
    ({ compare }) => compare(order, found),
    // A page may have lost its connection.
    () => ({ edits: [] }),
  );
  if (edits.length > 0) report({ type: "edited", signature, edits, fee: found.fee });
}

/**
 * A payment of a wallet that may have sent it, to find in the wallet's history: any transaction that makes it and belongs
 * to no other payment. Undefined without the verified transaction.
 */
export function soughtOf({
  walletAddress,
  since,
  transaction,
  swapPrograms,
  claim,
}: WalletOrder): Sought | undefined {
  if (transaction === undefined || since === undefined) return undefined;
  const isIn = async ({ message, meta }: Landed) => {
    if (message === undefined || !meta?.preBalances?.length) return undefined;
    if (meta.err) return false;
    const { found, order, wanted, makes } = decodedPair(message, meta, transaction, swapPrograms);
    if (!found || !order || !wanted.length) return undefined;
    if (!balancesAgree(order, found, message, meta, walletAddress)) return false;
    // A program that has no decoder can make the payment too, as that of a smart wallet.
    if (found.feePayer !== walletAddress || !makes)
      return found.instructions.some(({ kind }) => kind === "unknown") ? undefined : false;
    return claim(hashOf(message));
  };
  return { payer: walletAddress, since, isIn };
}

/**
 * A landed transaction, the verified one with the same lookup tables, what that one pays, and whether the landed one does
 * it. A transaction is undefined if it cannot be decoded.
 */
function decodedPair(
  message: Uint8Array,
  meta: LandedMeta,
  transaction: string | undefined,
  swapPrograms: SwapPrograms,
) {
  const mintOf = mintsIn(message, meta);
  let lookupTables = {};
  const decode = () => {
    const landed = decodeLanded(message, meta);
    lookupTables = landed.tables;
    return landed.decoded;
  };
  const found = decoded(decode, swapPrograms, mintOf);
  const order =
    transaction === undefined
      ? undefined
      : decoded(() => decodeWire(transactionBytes(transaction), lookupTables), swapPrograms, mintOf);
  const wanted = order ? paying(order) : [];
  const makes = wanted.every((want) => found?.instructions.some((one) => does(want, one)));
  return { found, order, wanted, makes };
}

function decoded(
  decode: () => DecodedTransaction,
  swapPrograms: SwapPrograms = {},
  mintOf: MintOf,
): DecodedTransaction | undefined {
  try {
    const transaction = decode();
    const instructions = transaction.instructions.map((one, i) =>
      decodeVenue(one, i, swapPrograms, mintOf, () => {}),
    );
    return { ...transaction, instructions };
  } catch (error) {
    if (error instanceof IntentTxError) return undefined;
    throw error;
  }
}

type Paying = Extract<DecodedInstruction, { kind: "swap" | "sol-transfer" | "token-transfer" | "unknown" }>;

/** The swap or transfer of a verified transaction. None if it has an instruction that cannot be decoded. */
function paying({ instructions }: DecodedTransaction): readonly Paying[] {
  const unknown = instructions.filter((one): one is UnknownInstruction => one.kind === "unknown");
  // An unknown instruction was only verified together with guards. It must then be there as it was.
  if (unknown.length > 0) return instructions.slice(-1)[0]?.kind === "guard" ? unknown : [];
  const swaps = instructions.filter((one): one is Swap => one.kind === "swap");
  if (swaps.length > 0) return swaps;
  return instructions.filter((one) => one.kind === "sol-transfer" || one.kind === "token-transfer");
}

const SAME = {
  unknown: [],
  "sol-transfer": ["source", "destination", "lamports"],
  "token-transfer": ["source", "destination", "authority", "amount"],
  swap: ["side", "amount", "user", "inputAccount", "outputAccount", "inputMint", "outputMint"],
} as const;

/** Whether an instruction does what the verified one does. A swap's limit may be better for the wallet. */
function does(want: Paying, one: DecodedInstruction): boolean {
  if (one.kind !== want.kind || one.programId !== want.programId) return false;
  const field = (of: object, name: string) => (of as Record<string, unknown>)[name];
  if (!SAME[want.kind].every((name) => field(want, name) === field(one, name))) return false;
  if (want.kind === "unknown")
    return want.accounts.join() === one.accounts.join() && sameBytes(want.data, one.data);
  if (want.kind === "token-transfer") {
    const { mint = want.mint } = one as typeof want;
    return mint === want.mint;
  }
  if (want.kind !== "swap") return true;
  const { bound } = one as Swap;
  return want.side === "input" ? bound >= want.bound : bound <= want.bound;
}

/** Whether the wallet's balances changed as the order says. A wallet may add transfers of SOL, such as a tip. */
function balancesAgree(
  order: DecodedTransaction,
  found: DecodedTransaction,
  message: Uint8Array,
  meta: LandedMeta,
  wallet: string,
): boolean {
  const { spent, received } = balanceChanges(message, meta, wallet);
  const wanted = paying(order);
  // Its guards have compared the balances.
  if (wanted.some(({ kind }) => kind === "unknown")) return true;
  const ordered = order.instructions.filter((one) => one.kind === "sol-transfer");
  const [swap] = wanted.filter((one) => one.kind === "swap");
  const added = found.instructions.reduce((lamports, one) => {
    const own =
      one.kind !== "sol-transfer" ||
      (swap ? one.destination === swap.inputAccount : ordered.some((want) => does(want, one)));
    return own || one.source !== wallet ? lamports : lamports + one.lamports;
  }, 0n);
  const extra = (mint: string) => (mint === NATIVE_MINT ? added : 0n);
  const { spendAtMost, receiveAtLeast } = effectsOf(order);
  const toItself = wanted.some(
    (one) => (one.kind === "sol-transfer" || one.kind === "token-transfer") && one.destination === one.source,
  );
  if (toItself) return true;
  const pays = ({ mint, amount }: (typeof spent)[number]) =>
    swap === undefined || swap.side === "input"
      ? amountOf(spent, mint) >= amount
      : amountOf(spent, mint) <= amount + extra(mint);
  return (
    spendAtMost.every(pays) &&
    receiveAtLeast.every(({ mint, amount }) => amountOf(received, mint) + extra(mint) >= amount)
  );
}
