import { HEADERS } from "intent-tx/contract";
import { DECISIONS } from "../../control/decisions.js";
import { DIALECTS, type Dialect, settingsOf } from "../../world/dialects.js";
import { enveloped, isObject, member, payloadOf, type ServiceAnswer, windowEndOf } from "./answer.js";

/** Whether the service follows a decision, as far as its responses show. */
export interface Finding {
  readonly decision: number;
  readonly verdict: "met" | "different" | "unknown";
  readonly evidence: string;
}

/** A point on which dialects differ, and the service's reading of it. */
export interface Axis {
  readonly name: "envelope" | "pagination" | "rateLimitReset" | "optional parts";
  readonly decision: number;
  /** The observed option value or description; `undefined` if no response shows it. */
  readonly found: string | undefined;
  readonly evidence: string;
}

const distinct = (values: readonly string[]) => [...new Set(values)].sort();

function axis(name: Axis["name"], decision: number, values: readonly string[], unseen: string): Axis {
  const kinds = distinct(values);
  if (kinds.length === 0) return { name, decision, found: undefined, evidence: unseen };
  const [only = "", ...more] = kinds;
  const found = more.length === 0 ? only : `mixed (${kinds.join(", ")})`;
  return { name, decision, found, evidence: `${found} in ${values.length} responses` };
}

function envelopeOf(answers: readonly ServiceAnswer[]): Axis {
  const kinds = answers.map(enveloped).filter((kind) => kind !== undefined);
  return axis("envelope", 1, kinds.map(String), "no response had a payload");
}

function paginationOf(answers: readonly ServiceAnswer[]): Axis {
  const names = answers.flatMap((answer) => {
    const pagination = member(payloadOf(answer), "pagination");
    const has = (name: string) => member(pagination, name) !== undefined;
    return has("before") ? ["before"] : has("nextCursor") ? ["cursor"] : [];
  });
  const how = "no response had a next page; use --wallet with a wallet that has more than one transaction";
  return axis("pagination", 3, names, how);
}

function resetOf(answers: readonly ServiceAnswer[]): Axis {
  const kinds = answers.map((answer) => {
    if (!answer.headers.has(HEADERS.rateReset)) return "absent";
    return windowEndOf(answer)?.unit ?? "none of the three units";
  });
  // A response without the header concerns decision 6, not the unit. The other responses show the unit.
  const present = kinds.filter((kind) => kind !== "absent");
  return axis("rateLimitReset", 4, present.length > 0 ? present : kinds, "no response was received");
}

/** The optional parts of a response (decisions 2, 9, 11, 38, 39). */
function optionalPartsOf({ headers, json }: ServiceAnswer): string[] {
  const parts = ["details", "field"].filter((name) => member(json, "error", name) !== undefined);
  const own = parts.map((name) => `error.${name}`);
  if (headers.has(HEADERS.requestId)) own.push(HEADERS.requestId);
  if (isObject(json) && "meta" in json) own.push("meta");
  return own;
}

function optionalPartsAxis(answers: readonly ServiceAnswer[]): Axis {
  const found = distinct(answers.flatMap(optionalPartsOf));
  const expected = [HEADERS.requestId, "error.details", "meta"];
  const missing = expected.filter((part) => !found.includes(part));
  const shown = (reading: string | undefined, evidence: string): Axis => {
    return { name: "optional parts", decision: 39, found: reading, evidence };
  };
  if (!answers.some(({ status }) => status >= 400)) return shown(undefined, "no response was an error");
  if (found.length === 0) return shown("left out", "none was sent");
  if (missing.length === 0) return shown("sent", found.join(", "));
  return shown("some of them", `sent: ${found.join(", ")}; left out: ${missing.join(", ")}`);
}

/** Derives all axes from the API's responses, except those to `OPTIONS`, which have no payload. */
export function axesOf(answers: readonly ServiceAnswer[]): readonly Axis[] {
  const answered = answers.filter(({ request }) => request.method !== "OPTIONS");
  const read = answered.filter(({ request }) => request.method !== "HEAD");
  return [envelopeOf(read), paginationOf(read), resetOf(answered), optionalPartsAxis(read)];
}

function expectedOf(name: Axis["name"], dialect: Dialect): string {
  const settings = settingsOf(dialect);
  if (name === "optional parts") return settings.minimal ? "left out" : "sent";
  return String(settings[name]);
}

/** Findings for decisions 1, 3 and 4. They need all responses together. */
export function axisFindings(axes: readonly Axis[]): Finding[] {
  return axes
    .filter(({ name }) => name !== "optional parts")
    .map(({ name, decision, found, evidence }) => ({
      decision,
      verdict: found === undefined ? "unknown" : found === expectedOf(name, "default") ? "met" : "different",
      evidence: `${name}: ${evidence}`,
    }));
}

/** The points on which the service contradicts a dialect, each with the option of the mock server that changes it. */
function contradictionsOf(dialect: Dialect, axes: readonly Axis[]) {
  return axes.flatMap(({ name, found }) => {
    const expected = expectedOf(name, dialect);
    if (found === undefined || found === expected) return [];
    const option = DECISIONS.find((decision) => decision.option?.name === name)?.option;
    const isOption = option !== undefined && Object.hasOwn(option.values, found);
    return [
      {
        text: `${name} is ${found}, not ${expected}`,
        options: isOption ? [`--contract ${name}=${found}`] : [],
      },
    ];
  });
}

/** How to observe the axes on which these dialects differ, if no response showed them. */
function hintOf(dialects: readonly Dialect[], axes: readonly Axis[]): string {
  const kinds = ({ name }: Axis) => new Set(dialects.map((one) => expectedOf(name, one)));
  const unseen = axes.filter((one) => one.found === undefined && kinds(one).size > 1);
  return unseen.map(({ evidence }) => evidence).join("; ");
}

/** Compares the axes with every dialect. Several fit if an axis was not observed. */
export function fitDialects(axes: readonly Axis[]) {
  const ranked = (Object.keys(DIALECTS) as Dialect[])
    .map((dialect) => ({ dialect, wrong: contradictionsOf(dialect, axes) }))
    .sort((a, b) => a.wrong.length - b.wrong.length);
  const fitting = ranked.filter(({ wrong }) => wrong.length === 0).map(({ dialect }) => dialect);
  const { dialect: nearest, wrong } = ranked[0] ?? { dialect: "default" as const, wrong: [] };
  return {
    dialect: fitting[0] ?? null,
    fitting,
    /** How to distinguish the fitting dialects. */
    hint: fitting.length > 1 ? hintOf(fitting, axes) : null,
    nearest,
    /** Why the nearest dialect, which has the fewest contradictions, does not fit. */
    contradictions: wrong.map(({ text }) => text),
    /** Options that make the mock server as similar to the service as possible. */
    serveOptions: [`--dialect ${nearest}`, ...wrong.flatMap(({ options }) => options)],
  };
}
