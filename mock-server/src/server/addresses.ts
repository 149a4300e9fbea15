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

/** The addresses below a host; `prefix` is a session's. */
export function addressesAt(host: string, port: number, prefix = ""): Addresses {
  const authority = `${host.includes(":") ? `[${host}]` : host}:${port}${prefix}`;
  return {
    baseUrl: `http://${authority}/v1`,
    controlUrl: `http://${authority}/_mock`,
    rpc: { live: `http://${authority}/rpc/live`, test: `http://${authority}/rpc/test` },
    ws: { live: `ws://${authority}/rpc/live`, test: `ws://${authority}/rpc/test` },
  };
}
