import type * as z from "zod/mini";
import type { HttpReply } from "../../http/message.js";
import { writeJson } from "../../kernel/json.js";
import { TimeSlice } from "../../kernel/time-slice.js";

/** A call to the control plane. The table of commands defines routing, validation and documentation. */
export interface ControlCommand<B = unknown, Q = unknown> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path below `/_mock`, with `{name}` for a parameter. */
  readonly path: string;
  readonly summary: string;
  /** Status of a success response. */
  readonly status: number;
  readonly body?: z.ZodMiniType<B>;
  /** Schema of the response, created when the OpenAPI document is. */
  readonly reply?: () => z.ZodMiniType;
  /** Query schema, created with `part`. Each value is text, and unknown names are rejected. */
  readonly query?: z.ZodMiniType<Q>;
  /** Responds with server-sent events instead of JSON. */
  readonly events?: true;
  /** Media type of the response. Default: JSON, or events. */
  readonly mediaType?: string;
  /** Maximum body size in bytes. Default 64 KiB, as in the API. Calls that send accounts or state allow more. */
  readonly maxBody?: number;
  /** True if `run` reads the body itself, in slices. The schema then only documents the content. */
  readonly readsBytes?: true;
  /** Returns a value to write as JSON, or a complete reply (an event stream). */
  readonly run: (call: ControlCall<B, Q>) => unknown;
}

export interface ControlCall<B = unknown, Q = unknown> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Q;
  readonly body: B;
  readonly signal: AbortSignal | undefined;
}

/** A complete reply that a command created. */
export class RawReply {
  constructor(readonly reply: HttpReply) {}
}

/** A reply that writes a long list one value at a time, so that other requests are not blocked. */
export function listReply(values: Iterable<unknown>): RawReply {
  async function* written() {
    const slice = new TimeSlice(1);
    let before = '{"data":[';
    for (const value of values) {
      yield before + writeJson(value);
      before = ",";
      if (slice.isOver) await slice.next();
    }
    yield before === "," ? "]}" : `${before}]}`;
  }
  const headers = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" };
  return new RawReply({ status: 200, headers, stream: written });
}

/** Defines a command by its method and path. Infers the types of body and query for `run`. */
export function command<B, Q>(
  call: `${ControlCommand["method"]} /${string}`,
  definition: Omit<ControlCommand<B, Q>, "method" | "path" | "status"> & { readonly status?: number },
): ControlCommand {
  const [method, path] = call.split(" ");
  return { status: 200, ...definition, method, path } as unknown as ControlCommand;
}
