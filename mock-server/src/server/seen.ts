import type { Recorded } from "../api/work.js";
import type { TrafficKind } from "../control/traffic.js";
import type { HttpRequest } from "../http/message.js";

/** Face of the server that answers a path. */
export function trafficKindOf(path: string): TrafficKind {
  if (path.startsWith("/v1/")) return "api";
  if (path.startsWith("/rpc/")) return "rpc";
  return path.startsWith("/_mock/") ? "control" : "page";
}

/** A request, and what is seen of it while it is answered. */
export interface Seen extends Recorded {
  readonly kind: TrafficKind;
  readonly request: HttpRequest;
  /** Path below the site's prefix. */
  readonly path: string;
  /** When it came in, by the wall's clock. */
  readonly began: number;
  /** The body that was read of it, where the API's record has none. */
  bodySeen: Uint8Array | undefined;
}

/** The request as it is; the body that is read of it is seen. */
export function withBodySeen(seen: Seen): HttpRequest {
  const { request } = seen;
  const { method, path, query, remoteAddress, signal, refusal } = request;
  return {
    ...{ method, path, query, remoteAddress, signal, refusal },
    header: (name) => request.header(name),
    body: async (limit) => {
      seen.bodySeen = await request.body(limit);
      return seen.bodySeen;
    },
  };
}
