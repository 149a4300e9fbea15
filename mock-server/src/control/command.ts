import type { Environment } from "intent-tx/contract";
import * as z from "zod/mini";
import type { Addresses } from "../http/addresses.js";
import type { HttpReply } from "../http/message.js";
import { invalidField, OptionError } from "../kernel/errors.js";
import { writeJson } from "../kernel/json.js";
import { TimeSlice } from "../kernel/time-slice.js";
import type { ServerClock } from "../world/server-clock.js";
import type { World } from "../world/world.js";
import type { RequestLog } from "./log/request-log.js";

/** The part of a server on which commands act: a World with its clock and request log. */
export interface ControlTarget {
  readonly world: World;
  readonly clock: ServerClock;
  readonly log: RequestLog;
  readonly addresses: () => Addresses;
  /** The state file, if any, and why it cannot currently be written. */
  readonly stateFile: { readonly failure: string | undefined; readonly starts: number } | undefined;
  /** Whether the chain of the live network is being loaded at the start; undefined if it is loaded on first use. */
  readonly ledger: "loading" | "ready" | undefined;
  /** Requests and other work that failed with an unexpected error since the last reset. */
  failures: { readonly count: number; readonly lastRequestId: string } | undefined;
}

/** A command's body from the options of a call: the network is `live` by default. Commands refuse unknown options. */
export const onNetwork = <T extends { readonly environment?: Environment | undefined }>(options?: T) => ({
  ...(options as T),
  environment: options?.environment ?? "live",
});

/** A call to the control plane. The table of commands defines routing, validation and documentation. */
export interface ControlCommand<B = unknown, Q = unknown, R = unknown, BI = unknown, QI = unknown> {
  readonly summary: string;
  /** Status of a success response. Default 200. */
  readonly status?: number;
  /** Schema of the body. Default: no body. */
  readonly body?: z.ZodMiniType<B, BI>;
  /** Schema of the response, created when the OpenAPI document is. */
  readonly reply?: () => z.ZodMiniType;
  /** Query schema, created with `part`. Each value is text, and unknown names are rejected. */
  readonly query?: z.ZodMiniType<Q, QI>;
  /** Media type of the response. Default: JSON. */
  readonly mediaType?: string;
  /** Maximum body size in bytes. Default 64 KiB, as in the API. Calls that send accounts or state allow more. */
  readonly maxBody?: number;
  /** True if `run` reads the body itself, as bytes. The schema then only documents the content. */
  readonly readsBytes?: true;
  /**
   * A call of the studio. The OpenAPI document omits it, and any version can change it.
   * @experimental
   */
  readonly internal?: true;
  /** Returns a value to write as JSON, or a complete reply (an event stream). */
  run(target: ControlTarget, call: CommandCall<B, Q>): R;
}

export interface CommandCall<B = unknown, Q = unknown> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Q;
  readonly body: B;
  readonly signal?: AbortSignal | undefined;
}

/** Method and path below `/_mock`, with `{name}` for a parameter. */
export type CommandRoute = `${"GET" | "POST" | "PUT" | "DELETE"} /${string}`;

/** Commands by method and path. */
export type Commands = Readonly<Record<CommandRoute, ControlCommand>>;

/** Defines a command. Infers the types of body and query, for `run` and for clients. */
export const command = <B, Q, R, BI = undefined, QI = unknown>(
  definition: ControlCommand<B, Q, R, BI, QI>,
): ControlCommand<B, Q, R, BI, QI> => definition;

/** A complete reply that a command created. `T` is the type of its JSON, for clients. */
export class RawReply<T = unknown> {
  declare readonly json: T;

  constructor(readonly reply: HttpReply) {}
}

/** A reply with this media type instead of JSON. */
export function rawReply<T>(type: string, content: Pick<HttpReply, "body" | "stream">): RawReply<T> {
  return new RawReply({
    status: 200,
    headers: { "Content-Type": type, "Cache-Control": "no-store" },
    ...content,
  });
}

const nothing = (message: string) => z.lazy(() => z.strictObject({}, { error: message }));

export const NoQuerySchema = nothing("is unknown; this call accepts no query parameters");

/** A call without a body also accepts `{}` and `null`. */
export const NoBodySchema = z.nullable(nothing("is unknown; this call accepts no body"));

export const JSON_TYPE = "application/json; charset=utf-8";

/** A reply that writes a long list one value at a time, so that other requests are not blocked. */
export function listReply<T>(values: Iterable<T>): RawReply<{ readonly data: T[] }> {
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
  return rawReply(JSON_TYPE, { stream: written });
}

/** Reports an invalid option as an invalid field of the request. */
export async function asField<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    throw invalidField(error.option, error.message.slice(error.message.indexOf(" ") + 1));
  }
}
