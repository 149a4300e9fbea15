import { replaceNumbers } from "../../../src/contract/json.js";
import { U64_MAX } from "../formats/base-units.js";
import { ServiceError } from "../kernel/errors.js";
import { RawJson, readJson, writeJson } from "../kernel/json.js";
import { TimeSlice } from "../kernel/time-slice.js";
import { AnswerSize, refuseDeep, refuseLongBatch } from "./limits.js";
import { RPC_CODES, RpcError } from "./rpc-error.js";

/** The id of a client's call, which the response repeats with the same type. */
export type CallId = string | number | bigint | null;

/** A well-formed call. A call without `id` is a notification, which gets no response. */
export interface RpcCall {
  readonly id: CallId | undefined;
  readonly method: string;
  readonly params: unknown;
}

/** An invalid call, with the id for its error response. */
interface InvalidCall {
  readonly id: CallId;
  readonly error: RpcError;
}

const KEYS = new Set(["jsonrpc", "method", "params", "id"]);

function isId(value: unknown): value is CallId {
  if (value === null || typeof value === "string") return true;
  if (typeof value === "bigint") return value >= 0n && value <= U64_MAX;
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function parseError(): RpcError {
  return new RpcError(RPC_CODES.parse, "Parse error");
}

function readCall(value: unknown): RpcCall | InvalidCall {
  // Like a node, rejects the whole body if any element is not an object.
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw parseError();
  const call = value as Readonly<Record<string, unknown>>;
  const id = call["id"];
  if (id !== undefined && !isId(id)) throw parseError();
  const { jsonrpc, method, params } = call as { jsonrpc?: unknown; method?: unknown; params?: unknown };
  const invalid = (message: string): InvalidCall => ({
    id: id ?? null,
    error: new RpcError(RPC_CODES.invalidRequest, message),
  });
  if (typeof method !== "string" || Object.keys(call).some((key) => !KEYS.has(key)))
    return invalid("Invalid request");
  if (params !== undefined && params !== null && typeof params !== "object")
    return invalid("Invalid request");
  if (jsonrpc === undefined) return invalid("Unsupported JSON-RPC protocol version");
  if (jsonrpc !== "2.0") return invalid("Invalid request");
  return { id, method, params };
}

const INTEGER = /^(?:0|-?[1-9]\d*)$/;

/**
 * Parses JSON like a node, which refuses `1.0` and `1e9` wherever it expects an integer. JavaScript reads these as
 * integers, so they are replaced by a fraction.
 *
 * @throws SyntaxError
 */
function readNodeJson(text: string): unknown {
  const value = readJson(text);
  const written = replaceNumbers(text, (token) => (INTEGER.test(token) ? token : "0.5"));
  return written === text ? value : readJson(written);
}

/**
 * Parses a body: one call, or a batch.
 *
 * @throws {RpcError} -32700 if it is not JSON, or an element is not an object; -32600 if it has too many calls
 */
function readEnvelope(text: string) {
  let value: unknown;
  try {
    value = readNodeJson(text);
  } catch {
    throw parseError();
  }
  if (!Array.isArray(value)) return { batch: false, calls: [readCall(value)] };
  refuseLongBatch(value.length);
  return { batch: true, calls: value.map(readCall) };
}

export function writeNotification(method: string, subscription: number, result: unknown): string {
  const text = result instanceof RawJson ? result.text : writeJson(result);
  return `{"jsonrpc":"2.0","method":${JSON.stringify(method)},"params":{"result":${text},"subscription":${subscription}}}`;
}

/** Writes a response. Integers of any size are written in full. */
function writeResult(id: CallId, result: unknown): string {
  if (result instanceof RawJson) return `{"jsonrpc":"2.0","result":${result.text},"id":${writeJson(id)}}`;
  return writeJson({ jsonrpc: "2.0", result, id });
}

export function writeError(id: CallId, { code, message, data }: RpcError): string {
  return writeJson({ jsonrpc: "2.0", error: { code, message, ...(data !== undefined && { data }) }, id });
}

/**
 * Returns the response to a body. The text is empty for notifications and for an empty batch.
 *
 * @param run runs one call; a thrown {@link RpcError} becomes the call's error response
 * @param onFailure called with any other error, which is a server bug
 */
export async function answer(
  text: string,
  run: (call: RpcCall) => Promise<unknown>,
  onFailure?: (error: unknown) => void,
): Promise<string> {
  let envelope: ReturnType<typeof readEnvelope>;
  try {
    envelope = readEnvelope(text);
  } catch (error) {
    return writeError(null, asRpcError(error));
  }
  const answers: string[] = [];
  const size = new AnswerSize();
  const slice = new TimeSlice(1);
  // Calls run one after another, because a batch can send a transaction and then read it.
  for (const call of envelope.calls) {
    const written = await answerCall(call, run, size, onFailure);
    if (written !== undefined) answers.push(written);
    if (slice.isOver) await slice.next();
  }
  if (answers.length === 0) return "";
  return envelope.batch ? `[${answers.join(",")}]` : answers.join("");
}

async function answerCall(
  call: RpcCall | InvalidCall,
  run: (call: RpcCall) => Promise<unknown>,
  size: AnswerSize,
  onFailure: ((error: unknown) => void) | undefined,
): Promise<string | undefined> {
  if ("error" in call) return writeError(call.id, call.error);
  if (call.id === undefined) return undefined;
  try {
    // Throws if the response is already too large. The batch's other calls are then skipped.
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
 * The client gets the text of an {@link RpcError}, and of a service error such as an unavailable ledger. Any other
 * error is a server bug, whose text appears only in the server's log.
 */
function asRpcError(error: unknown): RpcError {
  if (error instanceof ServiceError) return new RpcError(RPC_CODES.internal, error.message);
  return error instanceof RpcError ? error : new RpcError(RPC_CODES.internal, "Internal error");
}

/**
 * Writes an object whose last member is a long list. The list is written item by item, so that other requests are not
 * blocked. Writing stops at the response size limit.
 *
 * @param head the members before the list, which must be short
 * @throws {RpcError} -32600 if the response becomes too large
 */
export async function withList(head: object, name: string, items: Iterable<unknown>): Promise<RawJson> {
  const opening = writeJson(head).slice(0, -1);
  const before = opening === "{" ? opening : `${opening},`;
  return new RawJson(`${before}${JSON.stringify(name)}:${(await writtenList(items)).text}}`);
}

/** Like `withList`, but for a list that is not in an object. */
export async function writtenList(items: Iterable<unknown>): Promise<RawJson> {
  const texts: string[] = [];
  const size = new AnswerSize();
  const slice = new TimeSlice(1);
  for (const item of items) {
    const text = writeJson(item);
    size.add(text.length + 1);
    texts.push(text);
    if (slice.isOver) await slice.next();
  }
  return new RawJson(`[${texts.join(",")}]`);
}
