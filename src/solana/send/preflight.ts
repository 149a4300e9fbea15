import { IntentTxError } from "../../errors/base-error.js";
import { causesOf } from "../../errors/causes.js";
import { AbortedError, ConfigurationError, ConnectionError } from "../../errors/errors.js";
import { race } from "../../runtime/abort.js";
import {
  type DecodedTransaction,
  decodeTransaction,
  decodeWire,
  type LookupTables,
  limitOf,
  type TransactionSource,
} from "../decode/decode.js";
import type { Method } from "../sign/method.js";
import type { EditLimits } from "../sign/signers.js";
import type { SignedTransaction, Unsigned } from "../sign/transaction.js";
import type { Context, Rpc } from "./connections.js";
import {
  notSent,
  refusedError,
  TransactionExpiredError,
  TransactionUnconfirmedError,
  withoutAddresses,
} from "./errors.js";
import { isUnreachable, retryAfterMs, statusOf } from "./send-bytes.js";
import { type Following, MAX_FAILING, Stopwatch, throwIfAborted } from "./settings.js";

/** Maximum number of checks of a blockhash: a lagging node behind the same URL may not know a fresh one yet. */
const BLOCKHASH_TRIES = 3;

const RETRY_INTERVAL = 1000;

/** Compute units, and in version 1 bytes of loaded data, that a wallet's guards may need. */
const GUARD_ROOM = { units: 50_000, data: 450_000 };

/** Cluster state before signing. `already` means that the message has landed, under any signature. */
export type Checked = Awaited<ReturnType<typeof checkBeforeSigning>>;

/**
 * Checks blockhash, simulation and cluster before the wallet prompts. An unavailable node, a wrong network or missing
 * funds then end the call before signing. With `mayRenew`, the wallet may replace an invalid blockhash.
 */
export async function checkBeforeSigning(
  context: Context,
  { transaction, method, limits }: { transaction: Unsigned; method: Method; limits: EditLimits | undefined },
  mayRenew = false,
) {
  const { rpc, signal, report } = context;
  const { bytes, blockhash, durable } = transaction;
  const [valid, genesisHash, simulated] = await Promise.all([
    durable ? undefined : slotOf(context, blockhash, mayRenew),
    rpc.genesis?.().catch((error: unknown) => {
      if (error instanceof ConfigurationError) throw notSent(error);
      return undefined;
    }),
    rpc.simulate?.(bytes, false).catch(() => undefined),
  ]);
  throwIfAborted(signal);
  const already = simulated?.err === "AlreadyProcessed";
  // Ignores "BlockhashNotFound", because another node behind the URL has just reported the blockhash as valid.
  if (simulated && simulated.err !== null && !already && simulated.err !== "BlockhashNotFound")
    throw refusedError("", simulated, bytes);
  const mayEdit = method.onlySigns !== true && limits?.rule !== "none";
  if (simulated?.err === null && mayEdit) reportLowLimits(bytes, simulated, report);
  const validAt = valid?.valid ? valid.slot : undefined;
  /** A slot before the wallet is prompted: what it then sends lands later. */
  const since = valid?.slot;
  /** Whether the wallet has to replace the blockhash. */
  const isTooOld = valid?.valid === false;
  return { blockhash: durable ? undefined : blockhash, isTooOld, validAt, since, genesisHash, already };
}

/**
 * Reports limits that leave too little room for a wallet's guards. It is not an error: the service need not leave any,
 * and a wallet that adds nothing can pay.
 */
function reportLowLimits(
  bytes: Uint8Array,
  used: { readonly units: number; readonly loaded: number },
  report: Following["report"],
): void {
  const built = decodeWire(bytes);
  // Without a limit, or a figure of the node, the difference is NaN and nothing is reported.
  const units = Number(limitOf(built)) - used.units;
  const data = Number(built.config?.loadedAccountsDataSizeLimit) - used.loaded;
  if (units < GUARD_ROOM.units)
    report({ type: "low-limit", signature: "", limit: "compute-unit-limit", left: units });
  // With guards of our own, their program is loaded already.
  if (data < GUARD_ROOM.data && !built.instructions.some(({ kind }) => kind === "guard"))
    report({ type: "low-limit", signature: "", limit: "loaded-data", left: data });
}

/** The lookup tables of a built transaction: those that the caller passed, or as the node returns them. */
export async function tablesOf(
  context: Context,
  built: unknown,
  given: LookupTables | undefined,
): Promise<LookupTables | undefined> {
  if (given !== undefined) return given;
  let lookups: readonly DecodedTransaction.Lookup[];
  try {
    lookups = decodeTransaction(built as TransactionSource).lookupTables;
  } catch {
    // The verification says what is wrong.
    return undefined;
  }
  if (lookups.length === 0) return undefined;
  const { accounts } = context.rpc;
  const { tablesIn } = await import("./lookup-tables.js");
  const addresses = lookups.map(({ table }) => table);
  return tablesIn(accounts && (await retrying(context, () => accounts(addresses))), lookups);
}

/** The blockhash of a signed transaction. The wallet may have replaced it; a node must then know the new one. */
export async function lifetimeOf(
  context: Context,
  { blockhash, signature }: Pick<SignedTransaction, "blockhash" | "signature">,
  built: Pick<Checked, "blockhash" | "validAt" | "isTooOld">,
) {
  if (blockhash === undefined || blockhash === built.blockhash) {
    const { validAt, isTooOld } = built;
    return { blockhash, validAt, isTooOld };
  }
  let cause: unknown;
  for (let tries = 0; tries < BLOCKHASH_TRIES; tries++) {
    // The wallet's node may be ahead.
    if (tries > 0) await sleepUnsent(context, RETRY_INTERVAL);
    try {
      const { valid, slot } = await context.rpc.blockhashValid(blockhash, "processed");
      if (valid) return { blockhash, validAt: slot, isTooOld: false };
    } catch (error) {
      cause = error;
    }
  }
  throw new TransactionExpiredError(signature, cause, "not-sent");
}

/** The response that reports the blockhash as valid. Its slot is undefined if the connection omits slots. */
async function slotOf(context: Context, blockhash: string, mayRenew: boolean) {
  for (let tries = 1; ; tries++) {
    const answer = await retrying(context, () => context.rpc.blockhashValid(blockhash, "processed"));
    if (answer.valid || (mayRenew && tries === BLOCKHASH_TRIES)) return answer;
    if (tries === BLOCKHASH_TRIES) throw new TransactionExpiredError("", undefined, "not-sent");
  }
}

/** Calls the node before signing. Retries for 30 seconds, unless nothing listens at the URL or a gateway refuses. */
export async function retrying<T>(following: Following, call: () => Promise<T>): Promise<T> {
  const { clock, signal } = following;
  const stopwatch = new Stopwatch(clock);
  for (;;) {
    throwIfAborted(signal);
    try {
      return await call();
    } catch (error) {
      throwIfAborted(signal);
      // Connections to different clusters.
      if (error instanceof ConfigurationError) throw notSent(error);
      if (isUnreachable(error))
        throw notSent(
          new ConfigurationError(
            `The node cannot be reached: ${reasonOf(error)}. Nothing was signed or sent. Check the URL of the connection, or start the node; see cause.`,
            { cause: withoutAddresses(error) },
          ),
        );
      const wait = Math.max(RETRY_INTERVAL, retryAfterMs(error));
      if (stopwatch.elapsed() + wait > MAX_FAILING)
        throw notSent(
          new ConnectionError(
            "The node of connection does not respond. Nothing was signed or sent; try again later.",
            { cause: withoutAddresses(error) },
            false,
          ),
        );
      await sleepUnsent(following, wait);
      stopwatch.slept(wait);
    }
  }
}

export async function sleepUnsent({ clock, signal }: Following, ms: number): Promise<void> {
  await race(signal, (async () => clock.sleep(ms, signal))()).catch((cause: unknown) => {
    throwIfAborted(signal);
    throw notSent(new ConfigurationError("clock.sleep failed. Nothing was sent.", { cause }));
  });
}

/** Simulates the signed transaction before sending, while a rejection still proves that nothing was sent. */
export async function checkBeforeSending(rpc: Rpc, { bytes, signature, blockhash }: SignedTransaction) {
  const simulated = await rpc.simulate?.(bytes, true).catch(() => undefined);
  if (simulated === undefined) return { simulated: false, already: false };
  const { err } = simulated;
  const already = err === "AlreadyProcessed";
  if (err === null || already) return { simulated: true, already };
  if (err !== "BlockhashNotFound") throw refusedError(signature, simulated, bytes);
  if (blockhash !== undefined && (await isStillValid(rpc, blockhash)))
    return { simulated: false, already: false };
  throw new TransactionExpiredError(signature, undefined, "not-sent");
}

async function isStillValid(rpc: Rpc, blockhash: string): Promise<boolean> {
  for (let tries = 0; tries < BLOCKHASH_TRIES; tries++) {
    const answer = await rpc.blockhashValid(blockhash, "processed").catch(() => undefined);
    if (answer === undefined || answer.valid) return true;
  }
  return false;
}

/** The HTTP status or the code of the system's error. The text stays in `cause`, because a gateway has written it. */
function reasonOf(error: unknown): string {
  for (const one of causesOf(error)) {
    const status = statusOf(one);
    if (status !== undefined) return `it answered with status ${status}`;
    const { code } = Object(one) as { readonly code?: unknown };
    if (typeof code === "string" && /^[A-Z][A-Z_]{2,40}$/.test(code)) return code;
  }
  return "its URL is invalid, or nothing listens there";
}

/** Runs a check. If the check fails although an earlier call sent the same message, the outcome is unknown. */
export async function unlessUnderway<T>(rpc: Rpc, messageHash: string, check: () => Promise<T>): Promise<T> {
  const before = rpc.messages().underway.get(messageHash);
  try {
    return await check();
  } catch (error) {
    const refused = error instanceof IntentTxError && !(error instanceof AbortedError);
    if (before === undefined || !refused) throw error;
    throw new TransactionUnconfirmedError(
      `An earlier call submitted transaction ${before || "(in a wallet)"}, which has landed or may still land. This call sent nothing: ${error.message}`,
      before,
      error,
    );
  }
}
