import type * as z from "zod/mini";
import type { HttpReply } from "../../http/message.js";
import { writeJson } from "../../kernel/json.js";
import { TimeSlice } from "../../kernel/time-slice.js";

/** One call of the control plane. Its table is what routes, validates and documents them. */
export interface ControlCommand<B = unknown, Q = unknown> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path below `/_mock`, with `{name}` for a parameter. */
  readonly path: string;
  readonly summary: string;
  /** Status of success. */
  readonly status: number;
  readonly body?: z.ZodMiniType<B>;
  /** Schema of its answer, made when the OpenAPI document is. */
  readonly reply?: () => z.ZodMiniType;
  /** Its query, each value a text, as a `part`: other names are refused. */
  readonly query?: z.ZodMiniType<Q>;
  /** It answers with server-sent events in place of JSON. */
  readonly events?: true;
  /** Media type of its answer. Default: JSON, or events. */
  readonly mediaType?: string;
  /** Largest body in bytes. Default 64 KiB, as for a call of the API; accounts and a state are larger. */
  readonly maxBody?: number;
  /** It reads the bytes of its body itself, in slices: the schema says what they hold. */
  readonly readsBytes?: true;
  /** Answers what is written as JSON, or a whole reply (an event stream). */
  readonly run: (call: ControlCall<B, Q>) => unknown;
}

/** Argument of a command's `run`. */
export interface ControlCall<B = unknown, Q = unknown> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Q;
  readonly body: B;
  readonly signal: AbortSignal | undefined;
}

/** A whole reply that a command made itself. */
export class RawReply {
  constructor(readonly reply: HttpReply) {}
}

/** A reply that lists values, each of them written when it is its turn, so that a long list holds nobody up. */
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
  return new RawReply({ status: 200, headers, body: written() });
}

/** Gives a command's `run` the types of its body and its query. */
export function command<B, Q>(definition: ControlCommand<B, Q>): ControlCommand {
  return definition as unknown as ControlCommand;
}
