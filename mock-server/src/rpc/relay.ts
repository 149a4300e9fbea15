import { WebSocket } from "ws";
import { writeError } from "./envelope.js";
import { RPC_LIMITS } from "./limits.js";
import { sendBounded } from "./liveness.js";
import { RPC_CODES, RpcError } from "./rpc-error.js";
import { textOf } from "./socket.js";

/** Why a validator could not be asked. Its address is the caller's own and says what to look at. */
function unreachable(url: string): RpcError {
  const { host } = new URL(url);
  return new RpcError(RPC_CODES.internal, `The validator at ${host} does not answer; check that it runs`);
}

/** Has a validator answer a body, and gives its answer as it is. */
export async function relayBody(url: string, body: string): Promise<string> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
    });
    return await response.text();
  } catch {
    return writeError(null, unreachable(url));
  }
}

/** Where the validator of an HTTP address takes WebSockets: its next port, where one is named. */
function webSocketUrl(url: string): string {
  const target = new URL(url);
  target.protocol = target.protocol === "https:" ? "wss:" : "ws:";
  if (target.port !== "") target.port = String(Number(target.port) + 1);
  return target.href;
}

/** Joins a client's WebSocket to the validator's: what either says goes to the other, and they end together. */
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
