import { LIMITS } from "intent-tx/contract";
import type { HttpHandler, HttpReply, HttpRequest } from "../http/message.js";
import { jsonOr, readJson, writeJson } from "../kernel/json.js";
import { FINALIZATION_SLOTS } from "../ledger/slots.js";

interface Call {
  readonly id?: unknown;
  readonly method?: unknown;
}
interface Statuses extends Call {
  readonly result?: { readonly context: { slot: number }; readonly value: ({ slot: number } | null)[] };
}

/** Removes newer statuses from the response to `getSignatureStatuses`, which takes no commitment. */
function staleAnswer(answer: Statuses): unknown {
  if (answer.result === undefined) return answer;
  const { context, value } = answer.result;
  const slot = context.slot - FINALIZATION_SLOTS;
  const known = value.map((status) => {
    if (status === null || status.slot > slot) return null;
    if (status.slot <= slot - FINALIZATION_SLOTS) return status;
    return { ...status, confirmations: slot - status.slot, confirmationStatus: "confirmed" };
  });
  return { ...answer, result: { context: { ...context, slot }, value: known } };
}

const isStatuses = ({ method }: Call): boolean => method === "getSignatureStatuses";

/** Answers JSON-RPC calls from the finalized state, which is also their default. Sends are unchanged. */
export async function answerStale(request: HttpRequest, handle: HttpHandler): Promise<HttpReply> {
  const bytes = await request.body(LIMITS.bodyBytes);
  if (!bytes) return handle(request);
  const body = Buffer.from(bytes).toString();
  const finalized = body.replace(/"commitment"\s*:\s*"\w+"/g, '"commitment":"finalized"');
  const reply = await handle({ ...request, body: async () => Buffer.from(finalized) });
  const calls = callsIn(body);
  const text = Buffer.from(reply.body ?? "").toString();
  if (!calls.some(isStatuses) || jsonOr(text) === undefined) return reply;
  // By id, because a call without an id has no answer. Calls of several methods can have the same id.
  const isStale = ({ id }: Call) => {
    const same = calls.filter((call) => call.id === id);
    return same.length > 0 && same.every(isStatuses);
  };
  const known = callsIn(text).map((one) => (isStale(one) ? staleAnswer(one) : one));
  return { ...reply, body: writeJson(text.startsWith("[") ? known : known[0]) };
}

/** The calls of a body, or the answers. */
function callsIn(text: string): Call[] {
  const value = jsonOr(text) === undefined ? undefined : readJson(text);
  return [value].flat().map(Object);
}
