import type { TrafficKind } from "../control/traffic.js";
import type { HttpRequest } from "../http/message.js";

/** Face of the server that answers a path. */
export function trafficKindOf(path: string): TrafficKind {
  if (path.startsWith("/v1/")) return "api";
  if (path.startsWith("/rpc/")) return "rpc";
  return path.startsWith("/_mock/") ? "control" : "page";
}

/** The request as it is, remembering the body that is read of it. */
export function withBodySeen(request: HttpRequest): {
  readonly request: HttpRequest;
  readonly body: () => Uint8Array | undefined;
} {
  let body: Uint8Array | undefined;
  const { method, path, query, remoteAddress, signal, refusal } = request;
  const seen: HttpRequest = {
    ...{ method, path, query, remoteAddress, signal, refusal },
    header: (name) => request.header(name),
    body: async (limit) => {
      body = await request.body(limit);
      return body;
    },
  };
  return { request: seen, body: () => body };
}
