import { OptionError } from "../kernel/option-error.js";

/** Addresses of a server, or of a session on it. */
export interface Addresses {
  /** The API, with `/v1`. */
  readonly baseUrl: string;
  /** The control plane. */
  readonly controlUrl: string;
  /** Solana JSON-RPC over HTTP, by network. */
  readonly rpc: { readonly live: string; readonly test: string };
  /** Solana JSON-RPC over WebSocket, by network. */
  readonly ws: { readonly live: string; readonly test: string };
}

/** The origin of a socket. */
export function originOf(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/**
 * Reads the origin under which others reach a server: `https://mock.example.com`.
 *
 * @throws {OptionError} for what is none
 */
export function publicOrigin(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const plain =
    parsed?.pathname === "/" && parsed.search === "" && parsed.hash === "" && parsed.username === "";
  if (!plain || !/^https?:$/.test(parsed.protocol)) {
    throw new OptionError("publicUrl", "must be an address without a path, such as https://mock.example.com");
  }
  return parsed.origin;
}

/** The addresses below an origin; `prefix` is a session's. */
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
