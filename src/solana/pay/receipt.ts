import { isAddress, isSignature } from "../../contract/chain.js";
import { AbortedError, ConfigurationError } from "../../errors/errors.js";
import { checkCall, type Rules } from "../../options/checks.js";
import { stringifyJson } from "../../wire/json.js";
import type { Signature } from "../decode/brands.js";
import { balanceChanges } from "../send/balances.js";
import type { AnyConnection } from "../send/connection.js";
import { type Context, contextOf } from "../send/connections.js";
import { isVersionRefused, refusalOf, withoutAddresses } from "../send/errors.js";
import { FOLLOW_RULES, type FollowOptions, readFollowing, Stopwatch } from "../send/settings.js";
import type { WalletEdit } from "../sign/signers.js";
import type { TokenAmount } from "../verify/verify.js";
import { lastOf, type PaymentRecord, type StoredReceipt } from "./journal.js";

/** Effects of a landed transaction on a wallet, in base units, computed from the balances that the cluster recorded. */
export interface TransactionReceipt {
  /** Base58 signature. */
  readonly signature: Signature;
  /** Slot in which the transaction landed. */
  readonly slot: number;
  /** The fee in lamports. Undefined if the node does not return the transaction. */
  readonly fee: bigint | undefined;
  /** Rent of the token accounts that the transaction created, minus rent of those that it closed, in lamports. */
  readonly rent: bigint | undefined;
  /** Base units that left the wallet, by mint. SOL is in lamports under the wrapped-SOL mint, excluding fees and rent. */
  readonly spent: readonly TokenAmount[] | undefined;
  /** Base units that arrived in the wallet, by mint. */
  readonly received: readonly TokenAmount[] | undefined;
}

/** A payment that has landed. */
export interface Receipt extends TransactionReceipt {
  /** Number of signed transactions. The last one paid. Earlier ones failed, were not sent, or provably never landed. */
  readonly attempts: number;
  /** Edits of the wallet in the transaction before it signed. Absent if it changed nothing. */
  readonly edits?: readonly WalletEdit[];
  /** Identifier of the paid intent. */
  readonly intentId: string;
}

/** Options of {@link receipt}. @inline */
export interface ReceiptOptions extends Pick<FollowOptions, "nodeTimeout" | "maxWait" | "clock" | "signal"> {
  /** A `Connection` of `@solana/web3.js`, an rpc of `@solana/kit`, or an object with `getTransaction`. */
  readonly connection: AnyConnection;
  /** Base58 address of the wallet whose balances are compared. */
  readonly walletAddress: string;
}

const RECEIPT_RULES = /* @__PURE__ */ ((): Rules<ReceiptOptions> => {
  const { nodeTimeout, maxWait, clock, signal } = FOLLOW_RULES;
  return { connection: true, walletAddress: true, nodeTimeout, maxWait, clock, signal };
})();

/**
 * Reads the effects of a landed transaction on a wallet, for payments not made by `execute`.
 * @param signature Base58 signature of the transaction.
 * @param options The connection and the wallet.
 * @returns Fee, rent, and the amounts spent and received, exact in base units.
 * @throws ConfigurationError when an option is invalid, the node does not return the transaction within `maxWait`, or it
 * does not involve the wallet.
 * @throws AbortedError when the signal aborted the call.
 * @example
 * ```ts
 * import { type AnyConnection, receipt } from "intent-tx/solana";
 * const spentBy = async (walletAddress: string, signature: string, connection: AnyConnection) =>
 *   (await receipt(signature, { connection, walletAddress })).spent;
 * ```
 */
export async function receipt(signature: string, options: ReceiptOptions): Promise<TransactionReceipt> {
  checkCall(options, "receipt(signature, { connection, walletAddress })", RECEIPT_RULES);
  const { walletAddress } = options;
  if (!isSignature(signature))
    throw new ConfigurationError("receipt needs a transaction's base58-encoded 64-byte signature.");
  if (!isAddress(walletAddress)) throw new ConfigurationError("walletAddress must be a base58 address.");
  const context = contextOf(options, false, readFollowing(options));
  const { receipt: found, hasWallet, refusal } = await readReceipt(context, { signature }, walletAddress);
  const { signal, maxWait } = context;
  if (found.spent === undefined && signal?.aborted)
    throw new AbortedError("The signal aborted the call; see cause.", { cause: signal.reason });
  if (found.spent === undefined && refusal !== undefined)
    throw new ConfigurationError(
      `The node refused to return transaction ${signature}, so it is not known whether it has landed: ${refusalOf(refusal)}.`,
      { cause: withoutAddresses(refusal) },
    );
  if (found.spent === undefined)
    throw new ConfigurationError(
      `The node did not return transaction ${signature} within ${maxWait} ms (maxWait): it has not landed, or the node has pruned it.`,
    );
  if (!hasWallet)
    throw new ConfigurationError(
      `Transaction ${signature} does not involve the wallet ${walletAddress}. Check the signature and walletAddress.`,
    );
  return found;
}

const UNREADABLE = { fee: undefined, rent: undefined, spent: undefined, received: undefined };

/** Milliseconds between two attempts to read a transaction: nodes index transactions shortly after confirming them. */
const RETRY_MS = 500;

/** Reads the receipt of a landed transaction. Figures are undefined if the node does not return it within `maxWait`. */
export async function readReceipt(
  { rpc, clock, signal, maxWait }: Context,
  { signature, slot }: { readonly signature: string; readonly slot?: number },
  walletAddress: string,
) {
  const stopwatch = new Stopwatch(clock);
  /** The last error of a node that did not return it. */
  let refusal: unknown;
  for (let isFinal = rpc.transaction === undefined; ; ) {
    const landed = await rpc.transaction?.(signature).catch((error: unknown) => {
      refusal = error;
      isFinal = isVersionRefused(error);
      return undefined;
    });
    const known = { signature: signature as Signature, slot: slot ?? landed?.slot ?? 0 };
    const unreadable = { receipt: { ...known, ...UNREADABLE }, hasWallet: false, refusal };
    try {
      if (landed?.meta) {
        const { message, meta } = landed;
        if (message === undefined) return unreadable;
        const { hasWallet, ...figures } = balanceChanges(message, meta, walletAddress);
        return { receipt: { ...known, ...figures }, hasWallet, refusal };
      }
      if (stopwatch.elapsed() + RETRY_MS > maxWait || signal?.aborted || isFinal) return unreadable;
      await clock.sleep(RETRY_MS, signal);
    } catch {
      // The transaction has landed, even if a node's figures are malformed or the clock fails.
      return unreadable;
    }
    stopwatch.slept(RETRY_MS);
  }
}

export const storedReceipt = (receipt: TransactionReceipt): StoredReceipt =>
  JSON.parse(stringifyJson(receipt));

export function receiptOf(stored: StoredReceipt): TransactionReceipt {
  const { signature, slot, fee, rent } = stored;
  const units = (text: string | undefined) => (text === undefined ? undefined : BigInt(text));
  const amounts = (list: StoredReceipt["spent"]) =>
    list?.map(({ mint, amount }) => ({ mint, amount: BigInt(amount) }));
  const [spent, received] = [amounts(stored.spent), amounts(stored.received)];
  return { signature: signature as Signature, slot, fee: units(fee), rent: units(rent), spent, received };
}

export function recordedReceipt(record: PaymentRecord): Receipt {
  const { signature = "", edits } = lastOf(record) ?? {};
  const { receipt = { signature, slot: 0 }, attempts, intentId } = record;
  return { ...receiptOf(receipt), attempts: attempts.length, intentId, ...(edits && { edits }) };
}
