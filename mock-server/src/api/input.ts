import { LIMITS, type Operation } from "intent-tx/contract";
import * as z from "zod/mini";
import { type JsonBody, parseJsonBody, textOfBody } from "../http/json-body.js";
import { decodeSegment } from "../http/router.js";
import { checkedField } from "../kernel/checked.js";
import { perObject } from "../kernel/memo.js";
import { quickCheck } from "../kernel/quick-check.js";
import { invalidField } from "../kernel/service-error.js";
import type { Match } from "./routes.js";

/** Input of a request, checked against the contract. */
export interface Input {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** The body as it was sent, when there was one. */
  readonly text?: string | undefined;
}

const NOTHING: Readonly<Record<string, unknown>> = Object.freeze({});

function readParams(match: Match): Readonly<Record<string, unknown>> {
  const { operation, params, checked } = match;
  if (checked) return checked;
  if (!operation.params) return NOTHING;
  const decoded: Record<string, string> = {};
  for (const [name, text] of Object.entries(params)) {
    const value = decodeSegment(text);
    if (value === undefined) throw invalidField(name, "is not valid percent-encoding");
    decoded[name] = value;
  }
  match.checked = checkedField(operation.params, decoded) as Record<string, unknown>;
  return match.checked;
}

/** One way to write an integer: a sign, a leading zero, a point or an exponent is refused. */
const INTEGER = /^(?:0|[1-9]\d{0,14})$/;
/** Stands for a number that is written otherwise: every integer's schema refuses it in its own words, bounds included. */
const NO_INTEGER = 0.5;

/** A query's text as the type that its schema wants; what does not fit stays as it is, and the schema refuses it. */
function typed(schema: z.core.$ZodType, text: string): unknown {
  const inner = schema instanceof z.ZodMiniOptional ? schema._zod.def.innerType : schema;
  if (inner instanceof z.ZodMiniNumber) return INTEGER.test(text) ? Number(text) : NO_INTEGER;
  if (inner instanceof z.ZodMiniBoolean) return text === "true" ? true : text === "false" ? false : text;
  return text;
}

/** Unknown query parameters are ignored (decision 31); a known one given twice is refused, since either could be meant. */
function readQuery(operation: Operation, query: string): Readonly<Record<string, unknown>> {
  if (!operation.query) return NOTHING;
  const given = new URLSearchParams(query);
  const value: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries((operation.query as z.ZodMiniObject)._zod.def.shape)) {
    const texts = given.getAll(name);
    if (texts.length > 1) throw invalidField(name, "is given more than once");
    if (texts[0] !== undefined) value[name] = typed(schema, texts[0]);
  }
  return checkedField(operation.query, value) as Record<string, unknown>;
}

/** How the body of an operation is read. One without a body takes none, or an empty object of the client libraries that always send one. */
export function jsonOf({ body }: Operation): JsonBody {
  return body === undefined ? OPTIONAL : REQUIRED;
}

const REQUIRED: JsonBody = { limit: LIMITS.bodyBytes, required: true };
const OPTIONAL: JsonBody = { limit: LIMITS.bodyBytes, required: false };

const NO_FIELDS = z.strictObject({});

/** Says of a good body that it is one, in a fifth of the time that its schema takes. */
const isRight = perObject((schema: z.core.$ZodType) => quickCheck(schema));

/**
 * Checks path, query and body against the contract.
 *
 * @throws {ServiceError} 400 `validation_error` with the field and the reason
 */
export function readInput(match: Match, query: string, bytes: Uint8Array | undefined): Input {
  const { operation } = match;
  const params = readParams(match);
  const queryInput = readQuery(operation, query);
  if (!bytes) return { params, query: queryInput, body: undefined };
  const text = textOfBody(bytes);
  const body = parseJsonBody(text);
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw invalidField("body", "must be a JSON object");
  }
  const schema = operation.body ?? NO_FIELDS;
  return { params, query: queryInput, body: isRight(schema)(body) ? body : checkedField(schema, body), text };
}
