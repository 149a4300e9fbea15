import * as z from "zod/mini";
import { textThat } from "../kernel/schema-kit.js";

/** The addresses of a server, or of a session on it. */
export interface Addresses {
  /** The API's base URL, including `/v1`. */
  readonly baseUrl: string;
  /** The control plane's URL. */
  readonly controlUrl: string;
  /** Solana JSON-RPC over HTTP, by network. */
  readonly rpc: { readonly live: string; readonly test: string };
  /** Solana JSON-RPC over WebSocket, by network. */
  readonly ws: { readonly live: string; readonly test: string };
}

export function originOf(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** The URL to use on this machine: `0.0.0.0` is only a listening address. */
export function localUrl(url: string): string {
  return url.replace(/^(http|ws):\/\/(?:0\.0\.0\.0|\[::\])(?=:)/, "$1://127.0.0.1");
}

/** Schema of an origin: `https://mock.example.com`. */
export const OriginSchema = z.lazy(() =>
  z.pipe(
    textThat((url) => {
      if (!URL.canParse(url)) return false;
      const { protocol, pathname, search, hash, username } = new URL(url);
      return /^https?:$/.test(protocol) && pathname === "/" && search + hash + username === "";
    }, "must be a URL without a path, such as https://mock.example.com"),
    z.transform((url) => new URL(url).origin),
  ),
);

/** The addresses below an origin. `prefix` is a session's path prefix. */
export function addressesAt(origin: string, prefix = ""): Addresses {
  const http = origin + prefix;
  const ws = http.replace(/^http/, "ws");
  return {
    baseUrl: `${http}/v1`,
    controlUrl: `${http}/_mock`,
    rpc: { live: `${http}/rpc/live`, test: `${http}/rpc/test` },
    ws: { live: `${ws}/rpc/live`, test: `${ws}/rpc/test` },
  };
}
