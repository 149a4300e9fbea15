import { U64_MAX } from "../chain/base-units.js";
import { writeJson } from "../kernel/json.js";
import { RawJson } from "../kernel/raw-json.js";
import { readJson } from "../kernel/read-json.js";
import { ServiceError } from "../kernel/service-error.js";
import { AnswerSize, refuseDeep, refuseLongBatch, Turns } from "./limits.js";
import { RPC_CODES, RpcError } from "./rpc-error.js";

/** The id that a client gave its call. The answer repeats it, with its type. */
export type CallId = string | number | bigint | null;

/** A call that is well formed. `id` is absent in a notification, which gets no answer. */
export interface RpcCall {
  readonly id: CallId | undefined;
  readonly method: string;
  readonly params: unknown;
}

/** A call of the right shape that cannot be run, with the id that it is answered under. */
interface BadCall {
  readonly id: CallId;
  readonly error: RpcError;
}

/** The calls of a body, in order. */
interface Envelope {
  readonly batch: boolean;
  readonly calls: readonly (RpcCall | BadCall)[];
}

const KEYS = new Set(["jsonrpc", "method", "params", "id"]);

function isId(value: unknown): value is CallId {
  if (value === null || typeof value === "string") return true;
  if (typeof value === "bigint") return value >= 0n && value <= U64_MAX;
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 && !Object.is(value, -0);
}

function parseError(): RpcError {
  return new RpcError(RPC_CODES.parse, "Parse error");
}

function readCall(value: unknown): RpcCall | BadCall {
  // A body that holds anything else is refused as a whole, as a node does.
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw parseError();
  const call = value as Readonly<Record<string, unknown>>;
  const id = call["id"];
  if (id !== undefined && !isId(id)) throw parseError();
  const { jsonrpc, method, params } = call as { jsonrpc?: unknown; method?: unknown; params?: unknown };
  const bad = (message: string): BadCall => ({
    id: id ?? null,
    error: new RpcError(RPC_CODES.invalidRequest, message),
  });
  if (typeof method !== "string" || Object.keys(call).some((key) => !KEYS.has(key)))
    return bad("Invalid request");
  if (params !== undefined && params !== null && typeof params !== "object") return bad("Invalid request");
  if (jsonrpc === undefined) return bad("Unsupported JSON-RPC protocol version");
  if (jsonrpc !== "2.0") return bad("Invalid request");
  return { id, method, params };
}

/**
 * Reads a body: one call, or a batch.
 *
 * @throws {RpcError} -32700 if it is not JSON, or holds what is no call; -32600 if it holds too many
 */
function readEnvelope(text: string): Envelope {
  let value: unknown;
  try {
    value = readJson(text);
  } catch {
    throw parseError();
  }
  if (!Array.isArray(value)) return { batch: false, calls: [readCall(value)] };
  refuseLongBatch(value.length);
  return { batch: true, calls: value.map(readCall) };
}

/** Writes what a subscription tells. */
export function writeNotification(method: string, subscription: number, result: unknown): string {
  const text = result instanceof RawJson ? result.text : writeJson(result);
  return `{"jsonrpc":"2.0","method":${JSON.stringify(method)},"params":{"result":${text},"subscription":${subscription}}}`;
}

/** Writes an answer. Integers are written raw, at every size. */
function writeResult(id: CallId, result: unknown): string {
  if (result instanceof RawJson) return `{"jsonrpc":"2.0","result":${result.text},"id":${writeJson(id)}}`;
  return writeJson({ jsonrpc: "2.0", result, id });
}

/** Writes an error answer. */
export function writeError(id: CallId, { code, message, data }: RpcError): string {
  return writeJson({ jsonrpc: "2.0", error: { code, message, ...(data !== undefined && { data }) }, id });
}

/**
 * Answers a body. The text is empty when there is nothing to answer: notifications, and a batch of none.
 *
 * @param run runs one call; a thrown {@link RpcError} becomes its error answer
 * @param onFailure told of what is thrown beside that: a fault of the server
 */
export async function answer(
  text: string,
  run: (call: RpcCall) => Promise<unknown>,
  onFailure?: (error: unknown) => void,
): Promise<string> {
  let envelope: Envelope;
  try {
    envelope = readEnvelope(text);
  } catch (error) {
    return writeError(null, asRpcError(error));
  }
  const answers: string[] = [];
  const size = new AnswerSize();
  const turns = new Turns();
  // One after the other: a batch that sends and then reads finds what it sent.
  for (const call of envelope.calls) {
    const written = await answerCall(call, run, size, onFailure);
    if (written !== undefined) answers.push(written);
    await turns.next();
  }
  if (answers.length === 0) return "";
  return envelope.batch ? `[${answers.join(",")}]` : answers.join("");
}

async function answerCall(
  call: RpcCall | BadCall,
  run: (call: RpcCall) => Promise<unknown>,
  size: AnswerSize,
  onFailure: ((error: unknown) => void) | undefined,
): Promise<string | undefined> {
  if ("error" in call) return writeError(call.id, call.error);
  if (call.id === undefined) return undefined;
  try {
    // Once the answer is full, what is left of a batch is not done: nobody would hear of it.
    size.add(0);
    refuseDeep(call.params);
    const written = writeResult(call.id, await run(call));
    size.add(written.length);
    return written;
  } catch (error) {
    if (!(error instanceof RpcError)) onFailure?.(error);
    return writeError(call.id, asRpcError(error));
  }
}

/**
 * Any error but an {@link RpcError} is a fault of the server: its text is for the server's log, not for a
 * client. The exception is a service's refusal (a ledger that this machine cannot run), whose text the client
 * gets.
 */
function asRpcError(error: unknown): RpcError {
  if (error instanceof ServiceError) return new RpcError(RPC_CODES.internal, error.message);
  return error instanceof RpcError ? error : new RpcError(RPC_CODES.internal, "Internal error");
}
