import type * as z from "zod/mini";
import type { HttpReply } from "../http/message.js";

/** One call of the control plane. Its table is what routes, validates and documents them. */
export interface ControlCommand<B = unknown> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path below `/_mock`, with `{name}` for a parameter. */
  readonly path: string;
  readonly summary: string;
  /** Status of success. */
  readonly status: number;
  readonly body?: z.ZodMiniType<B>;
  /** Names that its query can have, all optional. */
  readonly query?: readonly string[];
  /** It answers with server-sent events in place of JSON. */
  readonly events?: true;
  /** Media type of its answer. Default: JSON, or events. */
  readonly mediaType?: string;
  /** Largest body in bytes. Default 1 MiB; a state is larger. */
  readonly maxBody?: number;
  /** Answers what is written as JSON, or a whole reply (an event stream). */
  readonly run: (call: ControlCall<B>) => unknown;
}

/** Argument of a command's `run`. */
export interface ControlCall<B = unknown> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: B;
  readonly signal: AbortSignal | undefined;
}

/** A whole reply that a command made itself. */
export class RawReply {
  constructor(readonly reply: HttpReply) {}
}

/** Gives a command's `run` the type of its body. */
export function command<B>(definition: ControlCommand<B>): ControlCommand {
  return definition as unknown as ControlCommand;
}
