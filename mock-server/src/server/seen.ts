import type { Recorded } from "../api/work.js";
import type { TrafficKind } from "../control/traffic.js";
import type { HttpRequest } from "../http/message.js";
import type { ServiceError } from "../kernel/service-error.js";

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

/**
 * The request as it is; the body that is read of it is seen. Each part is asked for when somebody needs it: a signal that
 * nobody listens to would cost a call of JSON-RPC as much as the reading of its body.
 */
export class WatchedRequest implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly #seen: Seen;

  constructor(seen: Seen) {
    const { method, path, query } = seen.request;
    this.method = method;
    this.path = path;
    this.query = query;
    this.#seen = seen;
  }

  get remoteAddress(): string {
    return this.#seen.request.remoteAddress;
  }

  get signal(): AbortSignal | undefined {
    return this.#seen.request.signal;
  }

  get refusal(): ServiceError | undefined {
    return this.#seen.request.refusal;
  }

  header(name: string): string | undefined {
    return this.#seen.request.header(name);
  }

  async body(limit: number): Promise<Uint8Array | undefined> {
    const body = await this.#seen.request.body(limit);
    this.#seen.bodySeen = body;
    return body;
  }
}
