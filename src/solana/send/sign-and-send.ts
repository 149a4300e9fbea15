import type { Intent } from "../../contract/intents.js";
import { IntentTxError } from "../../errors/base-error.js";
import { ConfigurationError } from "../../errors/errors.js";
import { checkCall, isBoolean, isFunction, isLimit, isSignal, type Rules } from "../../options/checks.js";
import { race } from "../../runtime/abort.js";
import { decodeTransaction } from "../decode/decode.js";
import { encodeBase64 } from "../decode/wire-transaction.js";
import { signerMethod, signTransaction } from "../sign/sign.js";
import type { TransactionSigner, WalletEdits } from "../sign/signers.js";
import { type SignedTransaction, unsigned } from "../sign/transaction.js";
import type { Web3 } from "../sign/wallet-transaction.js";
import {
  GUARD_RULE,
  type GuardOption,
  maxCostOf,
  VERIFY_RULES,
  type VerifyOptions,
  verifyOptionsOf,
} from "../verify/options.js";
import { type VerifiableTransaction, verifyGuarded } from "../verify/verify.js";
import { type Connected, type Context, contextOf } from "./connections.js";
import { notSent, notSentUnlessKnown, TransactionExpiredError } from "./errors.js";
import { reportingEnd } from "./events.js";
import type { Lifetime } from "./expiry.js";
import { follow, type LandedTransaction } from "./follow.js";
import { checkBeforeSending, checkBeforeSigning, lifetimeOf, tablesOf, unlessUnderway } from "./preflight.js";
import {
  FOLLOW_RULES,
  type Following,
  type FollowOptions,
  readFollowing,
  throwIfAborted,
} from "./settings.js";
import { isRefusedByUser, maySend, sentByWallet } from "./wallet-sent.js";

/** Options of {@link verifyAndSign}. */
export interface VerifyAndSignOptions extends Omit<VerifyOptions, "walletAddress"> {
  /** The intent that was shown to the user. */
  readonly intent: Intent;
  /** The result of `transactions.build` for the intent. */
  readonly built: VerifiableTransaction;
  /** A `Keypair`, a wallet adapter, a `@solana/kit` signer, a Wallet Standard wallet, or `{ publicKey, signBytes }`. */
  readonly signer: TransactionSigner;
  /** Base58 address of the wallet. Default: the signer's. A different address is an error. */
  readonly walletAddress?: string;
  /**
   * Whether to verify the transaction before signing. Default true. With false, and a wallet that sends on its own,
   * only the slot and the fee payer of the sent transaction are checked. A different transaction of the wallet may then
   * count as this payment.
   */
  readonly verify?: boolean | undefined;
  /**
   * The edits of a wallet to accept. The signed transaction is read again and compared with the verified one. Default
   * `usual`: Lighthouse assertions that only read accounts; another compute-unit limit and price, where fee and rent stay
   * within `maxFee`, or without it within 100,000 lamports above the verified ones; another valid blockhash; version 0
   * instead of legacy. `guards`: only the assertions. `none`: no edit. With `verify: false`, edits are compared only if
   * this is set.
   */
  readonly walletEdits?: WalletEdits | undefined;
  /**
   * The module `@solana/web3.js`, for adapters that need its classes. By default, adapters receive a plain object with
   * the same fields and methods.
   */
  readonly web3?: Web3 | undefined;
  /** Aborts the call, even while the wallet is prompting. */
  readonly signal?: AbortSignal | undefined;
}

export const WALLET_EDITS_RULE = [
  '"usual", "guards" or "none"',
  (value: unknown) => value === "usual" || value === "guards" || value === "none",
  "limit",
] as const;

const SIGNING_RULES = /* @__PURE__ */ ((): Rules<VerifyAndSignOptions> => ({
  ...VERIFY_RULES,
  walletAddress: isLimit,
  intent: true,
  built: true,
  signer: true,
  // A string such as "false" would enable verification and null would disable it, so both are rejected.
  verify: isBoolean,
  walletEdits: WALLET_EDITS_RULE,
  web3: true,
  signal: isSignal,
}))();

/** A signed transaction before sending, as plain JSON. If stored, `confirm` can find its outcome after a crash. */
export interface TransactionToSend {
  /** Base58 signature. */
  readonly signature: string;
  /** The signed bytes, base64. */
  readonly transaction: string;
  /** Slot in which a node reported the blockhash as valid. Undefined if the connection omits slots. */
  readonly validAt?: number;
  /** The cluster's genesis hash. Undefined if the connection lacks `getGenesisHash`. */
  readonly genesisHash?: string;
}

/** Options of {@link signAndSend}. */
export interface SignAndSendOptions extends VerifyAndSignOptions, FollowOptions, Connected {
  /**
   * Experimental. Whether to append assertions of the program Lighthouse, so that the transaction fails if it would leave
   * the wallet worse than the effects. `unknownPrograms` are base58 addresses of programs whose instructions may be
   * unknown, because these assertions bound them. Default: false.
   */
  readonly guard?: boolean | { readonly unknownPrograms: readonly string[] } | undefined;
  /** Whether to also use a WebSocket. Default: a web3.js WebSocket if it is open, and kit's subscriptions always. */
  readonly subscribe?: boolean | undefined;
  /**
   * Called after signing and awaited before sending. Store the argument, so that `confirm` can find the outcome after a
   * crash. If the callback fails, nothing is sent. Not called for wallets that send on their own.
   * @param signed The signature and the signed bytes.
   * @example
   * ```ts
   * import type { SignAndSendOptions, TransactionToSend } from "intent-tx/solana";
   * const open = new Map<string, TransactionToSend>(); // a table of your database
   * const stored = (options: SignAndSendOptions): SignAndSendOptions => ({
   *   ...options,
   *   onSigned: (signed) => void open.set(signed.signature, signed),
   * });
   * ```
   */
  readonly onSigned?: ((signed: TransactionToSend) => void | Promise<void>) | undefined;
  /** Aborts the call, even while the wallet or the node is pending. A transaction that was sent may still land. */
  readonly signal?: AbortSignal | undefined;
}

const SENDING_RULES = /* @__PURE__ */ ((): Rules<SignAndSendOptions> => ({
  ...SIGNING_RULES,
  ...FOLLOW_RULES,
  connection: true,
  connections: true,
  guard: GUARD_RULE,
  subscribe: true,
  onSigned: isFunction,
}))();

/**
 * Verifies a built transaction against its intent and signs it without sending. A page can use it to sign a transaction
 * from a server. Pass the bytes to `submit`, in the page or on the server.
 * @param options The connection, the signer and the limits; see the fields.
 * @returns The signed bytes.
 * @throws UnsafeTransactionError when the transaction does not match the intent, or the signer changed it.
 * @throws AbortedError when the signal aborted the call before a wallet was asked.
 * @throws TransactionAbortedError when the signal aborted the call while a wallet was asked, which may send what it signs.
 * @throws ConfigurationError when an option or the signer is invalid, or the signer cannot sign without sending.
 * @example
 * ```ts
 * import type { BuiltTransaction, Intent } from "intent-tx";
 * import { type TransactionSigner, verifyAndSign } from "intent-tx/solana";
 * const sign = (intent: Intent, built: BuiltTransaction, signer: TransactionSigner) =>
 *   verifyAndSign({ intent, built, signer, slippageBps: 50 });
 * ```
 */
export async function verifyAndSign(options: VerifyAndSignOptions): Promise<Uint8Array> {
  checkCall(options, "verifyAndSign({ built, intent, signer })", SIGNING_RULES);
  const { transaction, method, limits } = verified(options);
  const { signal } = options;
  const signing = race(signal, signTransaction(transaction, method, limits));
  // A wallet may send what it signs.
  return (await signing.finally(() => throwIfAborted(signal, "", !method.onlySigns))).bytes;
}

/**
 * Verifies a built transaction against its intent, signs it, sends it and waits until the cluster has confirmed it. The
 * node is checked before the wallet prompts, so that a wrong network or missing funds end the call before anything is
 * signed. The bytes are resent until the transaction has landed or provably cannot land.
 *
 * HTTP is enough, but a subscription is faster. A wallet that can only sign and send in one step is supported: what it
 * sent is read from the cluster and compared with the intent before it counts as landed.
 * @param options The connection, the signer and the limits; see the fields.
 * @returns The signature, the slot in which it landed, and its commitment.
 * @throws UnsafeTransactionError when the transaction does not match the intent (`not-sent`), or the wallet changed it in a
 * way that is not allowed (`unknown`, because it may have sent it).
 * @throws TransactionFailedError when it fails in simulation (outcome `not-sent`) or lands and fails; see `logs`.
 * @throws TransactionExpiredError when the transaction can no longer land. Build the intent again.
 * @throws TransactionUnconfirmedError when the outcome is unknown, also because a wallet failed without a rejection by the
 * user. Look up the signature, or the wallet's history.
 * @throws AbortedError when the signal aborted the call before a wallet was asked, and before anything was sent.
 * @throws TransactionAbortedError when the signal aborted the call after the transaction was sent.
 * @throws ConnectionError when the node does not respond before anything is signed.
 * @throws ConfigurationError when an option, the signer or the connection is invalid, `onSigned` failed, or nothing
 * listens at the node's URL. Nothing was sent.
 * @example
 * ```ts
 * import type { BuiltTransaction, Intent } from "intent-tx";
 * import { type AnyConnection, signAndSend, type TransactionSigner } from "intent-tx/solana";
 * const pay = (intent: Intent, built: BuiltTransaction, signer: TransactionSigner, connection: AnyConnection) =>
 *   signAndSend({ intent, built, signer, connection, slippageBps: 50 });
 * ```
 */
export async function signAndSend(options: SignAndSendOptions): Promise<LandedTransaction> {
  checkCall(options, "signAndSend({ built, intent, signer, connection })", SENDING_RULES);
  const following = readFollowing(options);
  return reportingEnd(following.report, (report) =>
    signVerified(options, { ...following, report }).catch((error: unknown) => {
      throw notSentUnlessKnown(error);
    }),
  );
}

async function signVerified(options: SignAndSendOptions, following: Following): Promise<LandedTransaction> {
  const { signal, report } = following;
  const context = contextOf(options, options.subscribe, following);
  const { rpc } = context;
  const built = readOnce(options.built);
  const { verify: isVerified = true, lookupTables: given } = options;
  const lookupTables = isVerified ? await tablesOf(context, built, given) : given;
  const order = await guarded(context, verified({ ...options, built, lookupTables }), options);
  const { transaction, method } = order;
  const message = transaction.signedMessage;
  const checked = await unlessUnderway(rpc, message.hash, () =>
    checkBeforeSigning(context, order, options.verify === false && !method.oneSignature),
  );
  const rest = { ...context, ...checked, message, oneSignature: method.oneSignature === true };
  if (checked.already && !rest.oneSignature && rpc.signaturesOf !== undefined)
    return follow({ ...rest, signature: undefined });
  if (method.sign === undefined) {
    const signature = await sentByWallet(rpc.given, signal, transaction, method, checked.genesisHash);
    const { verify = true, swapPrograms } = options;
    const payment = {};
    const wallet = {
      walletAddress: method.address,
      since: checked.since,
      transaction: verify ? encodeBase64(transaction.bytes) : undefined,
      swapPrograms,
      claim: async (hash: string) => rpc.claim(hash, payment, hash === message.hash),
    };
    return follow({ ...rest, message: undefined, signature, wallet });
  }
  const signed = await requestSignature(options, order, report);
  const { bytes, signature, message: own } = signed;
  const { genesisHash } = checked;
  let lifetime: Lifetime = { blockhash: signed.blockhash, validAt: undefined, genesisHash };
  const ready = async () => {
    const { isTooOld, ...known } = await lifetimeOf(context, signed, checked);
    lifetime = { ...known, genesisHash };
    // A blockhash that no node has called valid cannot be proved to have expired.
    if (isTooOld) throw new TransactionExpiredError(signature, undefined, "not-sent");
    await store(options, signed, lifetime);
    throwIfAborted(signal, signature);
    const simulated = rpc.simulate !== undefined;
    if (checked.already || rest.oneSignature) return { send: bytes, simulated };
    // Checks again, because the wallet's prompt may have taken a while.
    const now = await unlessUnderway(rpc, own.hash, () => checkBeforeSending(rpc, signed));
    throwIfAborted(signal, signature);
    return { send: bytes, ...now };
  };
  let refusal: unknown;
  const state = await ready().catch((error: unknown) => {
    refusal = error;
    // A wallet may have sent what it signed, which is followed without sending it.
    if (method.onlySigns) throw error;
  });
  return follow({ ...rest, ...lifetime, ...state, message: own, signature }).catch((error: unknown) => {
    throw error instanceof TransactionExpiredError ? (refusal ?? error) : error;
  });
}

/** A copy of a built transaction, so that a getter cannot return another one later. */
function readOnce(built: VerifiableTransaction): VerifiableTransaction {
  if (typeof built === "string") return built;
  const { transaction, expectedOutput, simulation } = Object(built) as Exclude<VerifiableTransaction, string>;
  return { transaction, expectedOutput, simulation };
}

/** Verifies the transaction and reads it once, so that the same text is verified, signed and sent. */
export function verified(options: VerifyAndSignOptions & { readonly guard?: GuardOption | undefined }) {
  const { intent, signer, verify = true, signal } = options;
  const built = readOnce(options.built);
  const method = signerMethod(signer, options.walletAddress, options.web3);
  const { address } = method;
  const { walletAddress = address } = options;
  if (walletAddress !== address)
    throw new ConfigurationError(`The signer is ${address}, but walletAddress is ${walletAddress}.`);
  const text = typeof built === "string" ? built : built.transaction;
  // Runs before the verification, which would report a wrong signer as an unsafe transaction.
  const transaction = unsigned(text, address);
  const { walletEdits = verify ? "usual" : undefined } = options;
  const summary = verify
    ? verifyGuarded(built, intent, verifyOptionsOf(options, walletAddress), options.guard)
    : undefined;
  throwIfAborted(signal);
  const plain = decodeTransaction(text);
  // Tips and what venues charge do not count in the network's fee and rent, which a wallet's edits may raise.
  const others = summary ? summary.fee + summary.rent - plain.fee - plain.rent : 0n;
  const limits = walletEdits && {
    rule: walletEdits,
    maxCost: maxCostOf(summary ?? plain, options) - others,
  };
  return { transaction, method, summary, limits };
}

export async function guarded<O extends ReturnType<typeof verified>>(
  context: Context,
  order: O,
  { guard, swapPrograms }: Pick<SignAndSendOptions, "guard" | "swapPrograms">,
): Promise<O> {
  if (!guard) return order;
  const { withGuards } = await import("../guard/guard.js");
  return withGuards(context, order, { guard, swapPrograms });
}

/**
 * Prompts the wallet. The prompt may stay open indefinitely. A signature that arrives after an abort is dropped. A
 * wallet may send what it signs, so without its signature only the user's rejection proves that nothing was sent.
 */
export async function requestSignature(
  { signal }: Pick<VerifyAndSignOptions, "signal">,
  { transaction, method, limits }: Pick<ReturnType<typeof verified>, "transaction" | "method" | "limits">,
  report: Following["report"],
  answered?: (bytes: Uint8Array) => void,
) {
  try {
    const signed = await race(signal, signTransaction(transaction, method, limits, answered));
    const { signature, edits, fee } = signed;
    report({ type: "signed", signature });
    if (edits.length > 0) report({ type: "edited", signature, edits, fee });
    return signed;
  } catch (error) {
    if (!method.onlySigns && (signal?.aborted || !isRefusedByUser(error))) throw maySend(error);
    throwIfAborted(signal);
    throw error instanceof IntentTxError ? notSent(error) : error;
  }
}

async function store(
  { onSigned, signal }: SignAndSendOptions,
  { signature, bytes }: SignedTransaction,
  { validAt, genesisHash }: Lifetime,
): Promise<void> {
  if (onSigned === undefined) return;
  const stored: TransactionToSend = {
    signature,
    transaction: encodeBase64(bytes),
    ...(validAt !== undefined && { validAt }),
    ...(genesisHash !== undefined && { genesisHash }),
  };
  try {
    await race(signal, (async () => onSigned(stored))());
  } catch (cause) {
    throwIfAborted(signal, signature);
    throw notSent(
      new ConfigurationError(`onSigned failed, so transaction ${signature} was not sent; see cause.`, {
        cause,
      }),
      signature,
    );
  }
}
