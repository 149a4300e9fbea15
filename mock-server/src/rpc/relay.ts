import { WebSocket } from "ws";
import { DeadlineError, requestText } from "../http/outgoing.js";
import { writeError } from "./envelope.js";
import { idOf } from "./http.js";
import { RPC_LIMITS } from "./limits.js";
import { sendBounded } from "./liveness.js";
import { RPC_CODES, RpcError } from "./rpc-error.js";
import { textOf } from "./socket.js";

const DEADLINE_MS = 30_000;

/** The error for a validator's missing or invalid response, with the host from the user's configuration. */
function failure(url: string, problem: string): RpcError {
  const { host } = new URL(url);
  return new RpcError(RPC_CODES.internal, `The validator at ${host} ${problem}`);
}

/** Why a response is not JSON-RPC; undefined if it is. */
function problemOf(status: number, text: string): string | undefined {
  // An empty text is valid: it is the response to a notification.
  const isJson = /^\s*[[{]/.test(text) || text.trim() === "";
  if (status === 200 && isJson) return undefined;
  if (isJson && /"error"/.test(text)) return undefined;
  const what = isJson ? "without a result" : "without a JSON-RPC response";
  return `returned HTTP ${status} ${what}; check that this is a JSON-RPC URL`;
}

/** Returns a validator's response to a body unchanged, or a JSON-RPC error if the response is not JSON-RPC. */
export async function relayBody(
  url: string,
  body: string,
  { deadlineMs = DEADLINE_MS, signal }: { deadlineMs?: number; signal?: AbortSignal | undefined } = {},
): Promise<string> {
  let problem: string | undefined;
  try {
    const headers = { "Content-Type": "application/json" };
    const relayed = { method: "POST", headers, body, deadlineMs, signal };
    const { response, text, isWhole } = await requestText(url, relayed);
    problem = isWhole ? problemOf(response.status, text) : "returned a response larger than 64 MiB";
    if (problem === undefined) return text;
  } catch (error) {
    problem =
      error instanceof DeadlineError
        ? `did not respond within ${deadlineMs / 1000} s; check that it is healthy`
        : "does not respond; check that it is running";
  }
  return writeError(idOf(body), failure(url, problem));
}

/** A validator's WebSocket URL, from its HTTP URL. If the HTTP URL has a port, the WebSocket uses the next one. */
function webSocketUrl(url: string): string {
  const target = new URL(url);
  target.protocol = target.protocol === "https:" ? "wss:" : "ws:";
  if (target.port !== "") target.port = String(Number(target.port) + 1);
  return target.href;
}

/** Connects a client's WebSocket to the validator. Messages pass in both directions, and both ends close together. */
export function relaySocket(url: string, client: WebSocket): void {
  const validator = new WebSocket(webSocketUrl(url));
  const early: string[] = [];
  client.on("message", (data) => {
    if (validator.readyState === WebSocket.OPEN) sendBounded(validator, textOf(data));
    else if (early.push(textOf(data)) >= RPC_LIMITS.messages) client.pause();
  });
  validator.on("open", () => {
    for (const text of early.splice(0)) validator.send(text);
    client.resume();
  });
  validator.on("message", (data) => sendBounded(client, textOf(data)));
  const end = (): void => {
    client.close();
    validator.close();
  };
  for (const socket of [client, validator]) socket.on("close", end).on("error", end);
}
