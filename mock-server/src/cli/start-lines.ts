import { isLoopback } from "../control/guard.js";
import { banner, listeningLine, readyLine, type Shown } from "./banner.js";
import type { ServerFlags } from "./server-flags.js";

/** Tells where a server listens, and what to mind about it. */
export function tellStart(
  flags: ServerFlags,
  shown: Shown,
  bound: { readonly port: number; readonly rpcPort?: number; readonly neighbour: boolean },
  validator?: { readonly note: string; readonly rpc: string; readonly ws: string },
): void {
  const closed = !isLoopback(flags.host) && flags.options.controlToken === undefined;
  if (flags.logFormat === "json") console.log(listeningLine(shown, bound.port));
  else console.log(flags.json ? readyLine(shown, bound, validator) : banner(shown, bound.neighbour, closed));
  if (validator !== undefined) console.error(validator.note);
  if (bound.rpcPort !== undefined)
    console.error(`JSON-RPC of the live network also at http://${flags.host}:${bound.rpcPort}`);
  if (!bound.neighbour && (flags.json || flags.logFormat === "json"))
    console.error(`the port after ${shown.baseUrl} is taken; use ${shown.ws.live}`);
  if (!isLoopback(flags.host)) {
    console.error(
      "Warning: this server is reachable from other machines; its keys and wallets are for tests alone.\n" +
        (flags.options.publicUrl?.startsWith("https:")
          ? "Control plane and sessions are as open as the proxy in front of it."
          : "The client takes http:// for loopback alone: other machines need https in front of it, or a tunnel."),
    );
  }
}
