import { IntentTxError, type PaymentOutcome } from "../../errors/base-error.js";
import { causesOf, MAX_CAUSES } from "../../errors/causes.js";
import { stringifyJson } from "../../wire/json.js";
import { decodeWire } from "../decode/decode.js";

/** The transaction failed in simulation (`preflight`), or landed and failed (`executed`), which costs only its fee. */
export class TransactionFailedError extends IntentTxError {
  static override readonly kind = "TransactionFailedError";
  /** `not-sent` at the stage `preflight`, `failed` at the stage `executed`. */
  readonly outcome: "not-sent" | "failed";

  /**
   * @param message Human-readable message.
   * @param cause The original error of the node or the library.
   */
  constructor(
    message: string,
    /** `preflight`: rejected in simulation and not sent. `executed`: landed, failed and paid its fee. */
    readonly stage: "preflight" | "executed",
    /** Base58 signature. Empty if the transaction was rejected before signing. */
    readonly signature: string,
    /** The runtime's error, in JSON-RPC format. */
    readonly transactionError: unknown,
    /** The programs' log lines. Empty if the node returned none. */
    readonly logs: readonly string[],
    cause?: unknown,
  ) {
    super(message, { cause });
    this.outcome = stage === "preflight" ? "not-sent" : "failed";
  }
}

/**
 * The transaction's blockhash is too old. With the outcome `expired`, the transaction was sent and provably cannot land.
 * With `not-sent`, this call sent nothing. Building the intent again is safe. After `not-sent` from `submit`, it is
 * safe only if no other process sent the same bytes.
 */
export class TransactionExpiredError extends IntentTxError {
  static override readonly kind = "TransactionExpiredError";

  constructor(
    /** Base58 signature. Empty if the transaction expired before signing. */
    readonly signature: string,
    /** Last error from sending, if a node rejected the transaction. */
    cause?: unknown,
    /** `expired` if the transaction was sent, otherwise `not-sent`. */
    readonly outcome: "expired" | "not-sent" = "expired",
  ) {
    super(
      outcome === "expired"
        ? `Transaction ${signature} did not land before its blockhash expired, and can no longer land. Build the intent again and send the new transaction.`
        : `The node does not know the blockhash of the transaction${signature && ` ${signature}`}: it is too old, or connection points to a different cluster from the one that the service builds for. Nothing was sent. Build the intent again${signature && ", unless another process has sent it"}; if that does not help, check the address of connection.`,
      cause === undefined ? {} : { cause: withoutAddresses(cause) },
    );
  }
}

/** The transaction's outcome is unknown: it may still land. Look up the signature before you send another one. */
export class TransactionUnconfirmedError extends IntentTxError {
  static override readonly kind = "TransactionUnconfirmedError";
  /** The transaction may still land. */
  readonly outcome = "unknown";

  /** @param cause The original error of the node or the library. */
  constructor(
    /** Why the outcome is unknown, as a sentence. */
    reason: string,
    /** Base58 signature. Empty if the wallet that sent the transaction returned none. */
    readonly signature: string,
    cause?: unknown,
  ) {
    const next =
      signature === ""
        ? "Look at the wallet's history before you send another transaction."
        : "Look it up by its signature before you send another transaction.";
    super(`${reason} ${next}`, { cause: withoutAddresses(cause) });
  }
}

/**
 * The signal aborted the call after the transaction was sent to a node, so it may still land. `cause` is the signal's
 * reason. By contrast, an `AbortedError` means that nothing was sent.
 */
export class TransactionAbortedError extends IntentTxError {
  static override readonly kind = "TransactionAbortedError";
  /** The transaction may still land. */
  readonly outcome = "unknown";

  /** @param cause The signal's reason. */
  constructor(
    /** Base58 signature. */
    readonly signature: string,
    cause: unknown,
  ) {
    super(
      signature === ""
        ? "The signal ended the wait for a message that has landed, or may still land. Look at the wallet's history before you send another transaction."
        : `The signal ended the wait for transaction ${signature}. It was sent and may still land: look it up by its signature before you send another transaction.`,
      { cause },
    );
  }
}

/** An error of a function of `intent-tx/solana`, of any class, with the payment's outcome. */
export interface PaymentError extends IntentTxError {
  /** The payment's outcome. */
  readonly outcome: PaymentOutcome;
  /** Base58 signature of the transaction. Undefined or empty if it was not signed, or the wallet returned none. */
  readonly signature?: string;
}

/**
 * True for errors that have a payment's outcome: all errors of this package that `execute`, `signAndSend`, `submit` and
 * `confirm` throw, except that of `execute` for a `paymentId` of another order.
 * @param error Anything that was caught.
 * @example
 * ```ts
 * import { isPaymentError } from "intent-tx/solana";
 * const mayLand = (error: unknown) => !isPaymentError(error) || error.outcome === "unknown";
 * ```
 */
export function isPaymentError(error: unknown): error is PaymentError {
  return error instanceof IntentTxError && (error as Partial<PaymentError>).outcome !== undefined;
}

/**
 * Whether a payment has ended: nothing of it can land any more, or it has landed. False for the outcomes `unknown` and
 * `open`, and for errors without an outcome.
 * @param outcomeOrError An outcome, or anything that was caught.
 * @example
 * ```ts
 * import { isOver } from "intent-tx/solana";
 * const mayStillLand = (error: unknown) => !isOver(error);
 * ```
 */
export function isOver(outcomeOrError: unknown): boolean {
  const outcome = isPaymentError(outcomeOrError) ? outcomeOrError.outcome : outcomeOrError;
  return ["landed", "failed", "expired", "not-sent"].some((word) => word === outcome);
}

/** Marks an error as `not-sent`, with the signature that was not sent. */
export function notSent<E extends IntentTxError>(error: E, signature?: string): E {
  const outcome: PaymentOutcome = "not-sent";
  return Object.assign(error, { outcome }, signature === undefined ? {} : { signature });
}

/** Marks an error of this package as `not-sent`, unless it has an outcome. Errors of wallets stay unchanged. */
export const notSentUnlessKnown = (error: unknown): unknown =>
  error instanceof IntentTxError && !isPaymentError(error) ? notSent(error) : error;

export function provedOutcome(error: unknown): "failed" | "expired" | undefined {
  if (error instanceof TransactionFailedError) return "failed";
  return error instanceof TransactionExpiredError ? "expired" : undefined;
}

export function refusedError(
  signature: string,
  { err, logs }: { readonly err: unknown; readonly logs: readonly string[] },
  bytes: Uint8Array,
): TransactionFailedError {
  const which = signature === "" ? "the transaction" : `transaction ${signature}`;
  const text = `${guardStopped(err, bytes)}The node refused ${which} in simulation: ${runtimeError(err)}. Nothing was sent.${seeLogs(logs)}`;
  return new TransactionFailedError(text, "preflight", signature, err, logs);
}

/** Lighthouse's errors of an assertion that does not hold: a single one, a wrong account, and one of several. */
const isGuardError = (code: unknown): boolean =>
  code === 6001 || code === 6009 || (typeof code === "number" && code >= 0x1900 && code < 0x1a00);

/** Says so if the failing instruction is an assertion that the wallet added. Other programs use the same codes. */
export function guardStopped(err: unknown, wire: Uint8Array): string {
  const [index, failure] = (Object(err) as { InstructionError?: readonly unknown[] }).InstructionError ?? [];
  if (typeof index !== "number" || !isGuardError(Object(failure).Custom)) return "";
  const isGuard = decodeWire(wire).instructions[index]?.kind === "guard";
  return isGuard
    ? "A guard of the wallet stopped the payment: a balance or an account was not as the wallet expected. "
    : "";
}

/** JSON-RPC code of a transaction whose version the request or the node does not support. */
const UNSUPPORTED_VERSION = -32015;

/** The JSON-RPC code of a node's refusal: web3.js has it in the error, kit in its context. */
function rpcCode(error: unknown): number | undefined {
  const codes = causesOf(error).flatMap((one) => {
    const { code, context } = Object(one) as { code?: unknown; context?: { __code?: unknown } | null };
    return [context?.__code, code];
  });
  return codes.find((code): code is number => typeof code === "number" && code < 0);
}

/** connection has only the typed methods of web3.js, which cannot return a transaction of version 1. */
export class UnreadableVersion extends TypeError {
  constructor() {
    super(
      "its getTransaction cannot read a transaction of version 1: @solana/web3.js 1.98 rejects it, and 1.99 cannot serialise it. Pass the Connection itself, or an rpc of @solana/kit 7 or later",
    );
  }
}

/** Whether a node answered that it does not return a transaction, or the library cannot read it. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof UnreadableVersion || rpcCode(error) !== undefined;

/** Whether asking again is useless, because the transaction's version is not supported. */
export const isVersionRefused = (error: unknown): boolean =>
  error instanceof UnreadableVersion || rpcCode(error) === UNSUPPORTED_VERSION;

/** Why a node did not return a transaction. It does not say that the transaction has not landed. */
export function refusalOf(error: unknown): string {
  if (error instanceof UnreadableVersion) return error.message;
  const code = rpcCode(error);
  if (code === UNSUPPORTED_VERSION) return `it does not support the transaction's version (error ${code})`;
  return code === undefined ? "the call failed; see cause" : `it answered with the error ${code}; see cause`;
}

/** A node's text never enters a message, because a gateway or a program could write to a model there. */
const IS_RUNTIME_ERROR = /^[\w{}[\]":,]{1,200}$/;

/** The runtime's error, such as `{"InstructionError":[2,{"Custom":1}]}`. */
export function runtimeError(err: unknown): string {
  const text = stringifyJson(err);
  return IS_RUNTIME_ERROR.test(text) ? text : "see transactionError";
}

export const seeLogs = (logs: readonly string[]): string =>
  logs.length === 0 ? "" : " The reason is in logs.";

// A longer scheme is cut, because a search without a bound takes quadratic time.
const ADDRESS = /[\w+.-]{0,30}:\/\/\S+/g;

/** Removes URLs from text: a node's URL often contains the provider's key. */
export const hideAddresses = (text: string): string => text.replace(ADDRESS, "<address>");

interface Failure {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly input?: unknown;
  readonly errors?: unknown;
  readonly cause?: unknown;
}

function holdsAddress(error: unknown): boolean {
  const { message = error, input, errors } = Object(error) as Failure;
  const inner = Array.isArray(errors) ? errors.map((one) => (Object(one) as Failure).message) : [];
  return [message, input, ...inner].some((text) => typeof text === "string" && text.search(ADDRESS) >= 0);
}

/** Returns a library's error unchanged, or a copy without URLs if the error or one of its causes contains a URL. */
export function withoutAddresses(error: unknown, depth = 0): unknown {
  if (depth > MAX_CAUSES) return undefined;
  if (!causesOf(error).some(holdsAddress)) return error;
  const { name, message = error, code, cause } = Object(error) as Failure;
  const copy = new Error(typeof message === "string" ? hideAddresses(message) : "");
  if (typeof name === "string") copy.name = name;
  copy.stack = `${copy.name}: ${copy.message}`;
  if (code !== undefined) Object.assign(copy, { code });
  if (cause !== undefined) copy.cause = withoutAddresses(cause, depth + 1);
  return copy;
}
