import type { Environment } from "intent-tx/contract";
import { redactUrl } from "../accounts/key-secret.js";
import type { Exchange } from "../api/exchange.js";
import { isLoopback } from "../control/guard.js";
import { makeServer } from "../create.js";
import type { ValidatorHealth } from "../ledger/validator-check.js";
import type { MockServer } from "../server/server.js";
import { banner, readyLine } from "./banner.js";
import type { CliCommand } from "./cli-command.js";
import { stopSignal } from "./lifetime.js";
import { lineWriter } from "./line-writer.js";
import { readServerFlags, SERVER_FLAGS_HELP, type ServerFlags, withClones } from "./server-flags.js";
import { painter } from "./style.js";

/**
 * Path and reason of a request as a console may show them. Secrets are left out, as somebody may have put a
 * key where an identifier belongs.
 */
function shown({ path, why }: Exchange): { readonly path: string; readonly why?: string } {
  return { path: redactUrl(path), ...(why !== undefined && { why: redactUrl(why) }) };
}

/** Text for one line of a terminal: what clients name may hold line breaks, and codes that a terminal would obey. */
function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/** One console line for an answered request: method, path, status, time, who, why not. */
export function requestLine(exchange: Exchange, paint = painter()): string {
  const { method, status, ms, keyName } = exchange;
  const { path, why } = shown(exchange);
  const colour = status < 400 ? "green" : status < 500 ? "yellow" : "red";
  const who = onOneLine(keyName ?? "no key");
  return `${method.padEnd(6)} ${onOneLine(path)}  ${paint(colour, String(status))}  ${ms.toFixed(1)} ms  ${paint("dim", who)}${why ? `  ${onOneLine(why)}` : ""}`;
}

const HELP = `Starts the service and answers until it is stopped.

Usage: intent-tx-mock serve [options]

${SERVER_FLAGS_HELP}
  --log WHICH          requests told on stdout: requests (all, the default), errors (400 and above) or off
  --json               prints one JSON object when ready, and one for each request, in place of text

Everything is in memory. Keys and wallets come from the seed: never use them on a real network.`;

/** Serves the API as the flags say, until `ended` resolves; then finishes what is in flight. `note` goes to stderr. */
export async function serveApi(
  flags: ServerFlags,
  ended: Promise<unknown>,
  validator?: { readonly note: string; readonly rpc: string; readonly ws: string },
): Promise<void> {
  const write = lineWriter(process.stdout);
  const paint = painter();
  const show = (exchange: Exchange) => {
    if (flags.log === "off" || (flags.log === "errors" && exchange.status < 400)) return;
    if (!flags.json) return write(requestLine(exchange, paint));
    const { requestId, method, status, code, keyName } = exchange;
    const { path, why } = shown(exchange);
    const ms = Math.round(exchange.ms * 1000) / 1000;
    write(JSON.stringify({ event: "request", requestId, method, path, status, code, ms, keyName, why }));
  };
  await using server = makeServer(await withClones(flags), { onAnswered: show, checkAnswers: false });
  const { port, host, rpcPort } = flags;
  const ownRpc = validator === undefined && rpcPort !== undefined ? { rpcPort } : {};
  const { neighbour, ...bound } = await server.listen({ port, host, ...ownRpc });
  const closed = !isLoopback(flags.host) && flags.options.controlToken === undefined;
  console.log(flags.json ? readyLine(server, bound, validator) : banner(server, neighbour, closed));
  if (validator !== undefined) console.error(validator.note);
  if (bound.rpcPort !== undefined)
    console.error(`JSON-RPC of the live network also at http://${host}:${bound.rpcPort}`);
  if (!neighbour && flags.json)
    console.error(`the port after ${server.baseUrl} is taken; use ${server.ws.live}`);
  if (!isLoopback(flags.host)) {
    console.error(
      "Warning: this server is reachable from other machines; its keys and wallets are for tests alone.\n" +
        (flags.options.publicUrl?.startsWith("https:")
          ? "Control plane and sessions are as open as the proxy in front of it."
          : "The client takes http:// for loopback alone: other machines need https in front of it, or a tunnel."),
    );
  }
  // Who waits for the ready line does not wait for a validator; who closes the server early hears nothing more.
  tellOfValidators(server).catch(() => undefined);
  await ended;
}

/** Tells at once what answers where a validator should be, and not by the first request that needs it. */
async function tellOfValidators(server: MockServer): Promise<void> {
  const { validators = {} } = (await server.health()) as {
    validators?: Partial<Record<Environment, ValidatorHealth>>;
  };
  for (const [network, { url, status, reason, genesisHash, version }] of Object.entries(validators)) {
    const node = version === undefined ? "" : `, node ${version}, genesis ${genesisHash}`;
    console.error(
      status === "ok"
        ? `The ${network} network is the chain at ${url}${node}`
        : `Warning: the ${network} network at ${url}${node}: ${reason}`,
    );
  }
}

/** `intent-tx-mock serve`. */
export const serveCommand: CliCommand = {
  name: "serve",
  summary: "start the service and answer until stopped (the default)",
  help: HELP,
  async run(args) {
    const flags = readServerFlags(args);
    const { stopped, cancel } = stopSignal();
    try {
      await serveApi(flags, stopped);
    } finally {
      cancel();
    }
    return 0;
  },
};
