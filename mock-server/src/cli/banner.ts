import { localUrl, originOf } from "../http/addresses.js";
import { isLoopback } from "../http/guard.js";
import { wallTime } from "../kernel/timers.js";
import type { MockServer } from "../server/server.js";
import { painter } from "./request-lines.js";
import type { ServerFlags } from "./server-flags.js";

/** The parts of a server that the start-up text shows. */
export type ServerInfo = Pick<
  MockServer,
  "seed" | "baseUrl" | "controlUrl" | "rpc" | "ws" | "keys" | "keyIds" | "wallets"
>;

/** The first line with `--json`: everything that a program needs to use the server and its validator. */
export function readyLine(
  server: ServerInfo,
  { port, rpcPort }: { readonly port: number; readonly rpcPort?: number },
  validator?: { readonly rpc: string; readonly ws: string },
): string {
  const { baseUrl, controlUrl, rpc, ws, keys, keyIds, wallets } = server;
  return JSON.stringify({
    event: "ready",
    port,
    rpcPort,
    baseUrl,
    controlUrl,
    rpc,
    ws,
    keys,
    keyIds,
    wallets,
    validator: validator && { rpc: validator.rpc, ws: validator.ws },
  });
}

/** The first line with `--log-format json`: the server's addresses, without secrets. */
export function listeningLine({ baseUrl, controlUrl, rpc, ws }: ServerInfo, port: number): string {
  const time = new Date(wallTime()).toISOString();
  return JSON.stringify({ event: "listening", time, level: "info", port, baseUrl, controlUrl, rpc, ws });
}

/** Start-up text for people. `closed` is true if the control plane is disabled. */
export function banner(server: ServerInfo, neighbour: boolean, closed = false): string {
  const paint = painter();
  const { baseUrl, controlUrl, rpc, ws, keys, keyIds, wallets } = server;
  const label = (text: string) => paint("dim", text.padEnd(12));
  const lines = [
    paint("bold", "intent-tx mock server") + paint("dim", `  seed ${server.seed}`),
    "",
    `${label("API")}${paint("cyan", baseUrl)}    docs ${baseUrl.slice(0, -3)}/docs`,
    ...(closed ? [] : [`${label("studio")}${paint("cyan", `${localUrl(baseUrl).slice(0, -3)}/studio`)}`]),
    `${label("control")}${closed ? "open on loopback only; set --control-token TOKEN to open it elsewhere" : controlUrl}`,
    `${label("RPC live")}${rpc.live}    ${ws.live}`,
    `${label("RPC test")}${rpc.test}    ${ws.test}`,
    "",
    ...Object.entries(keys).map(([name, key]) => `${label(name)}${key}  ${paint("dim", keyIds[name] ?? "")}`),
    "",
    ...Object.entries(wallets).flatMap(([name, { address, secretKey }]) => [
      `${label(name)}${address}`,
      `${label("")}${paint("dim", `secret ${secretKey}`)}`,
    ]),
    "",
    paint("dim", "Try it:"),
    `  curl -s -H "Authorization: Bearer ${keys.enterprise}" ${localUrl(baseUrl)}/prices/SOL`,
    "",
  ];
  if (isLoopback(new URL(localUrl(baseUrl)).hostname)) {
    lines.push(
      paint("dim", "Or from code (save as try.mjs in this folder, run with node):"),
      `  import { IntentTx } from "intent-tx";`,
      `  const client = new IntentTx({ apiKey: "${keys.enterprise}", baseUrl: "${localUrl(baseUrl)}" });`,
      `  console.log(await client.intents.parse({ walletAddress: "${wallets.alice.address}", command: "swap 1 SOL for USDC" }));`,
      "",
    );
  }
  if (!neighbour) {
    lines.push(
      paint(
        "yellow",
        "web3.js expects the WebSocket one port above the API, but that port is in use. Pass wsEndpoint, for example",
      ),
      `  new Connection("${rpc.live}", { wsEndpoint: "${ws.live}" })`,
      "",
    );
  }
  return lines.join("\n");
}

/** Length from which a random seed cannot be guessed. */
const SAFE_SEED = 16;

export function printStart(
  flags: ServerFlags,
  info: ServerInfo,
  bound: { readonly port: number; readonly rpcPort?: number; readonly neighbour: boolean },
  validator?: { readonly note: string; readonly rpc: string; readonly ws: string },
): void {
  const closed = !isLoopback(flags.host) && flags.options.controlToken === undefined;
  if (flags.logFormat === "json") console.log(listeningLine(info, bound.port));
  else console.log(flags.json ? readyLine(info, bound, validator) : banner(info, bound.neighbour, closed));
  if (validator !== undefined) console.error(validator.note);
  if (bound.rpcPort !== undefined)
    console.error(`The live network's JSON-RPC is also at ${originOf(flags.host, bound.rpcPort)}`);
  if (!bound.neighbour && (flags.json || flags.logFormat === "json"))
    console.error(
      `Warning: web3.js expects the WebSocket one port above the API, but that port is in use. Pass wsEndpoint ${info.ws.live}`,
    );
  if (!isLoopback(flags.host)) {
    if (String(info.seed).length < SAFE_SEED)
      console.error(
        `Warning: the seed has fewer than ${SAFE_SEED} characters, so that other machines can guess every key and wallet; use a longer one, such as $(openssl rand -hex 16), or no --seed for a random one.`,
      );
    console.error(
      "Warning: this server is reachable from other machines; use its keys and wallets only for tests.\n" +
        (flags.options.publicUrl?.startsWith("https:")
          ? "The control plane and the sessions are only as secure as the proxy in front of this server."
          : "The client accepts http:// only on loopback, so other machines need an https proxy or a tunnel."),
    );
  }
}
