import { HEADERS } from "intent-tx/contract";
import { DECISIONS } from "../../control/decisions.js";
import { type ContractSettings, DIALECTS, type Dialect, settingsOf } from "../../world/dialects.js";
import { enveloped, isObject, member, payloadOf, resetUnitOf, type ServiceAnswer } from "./answer.js";

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
    const text = answer.headers.get(HEADERS.rateReset);
    if (text === null) return "absent";
    return (/^\d{1,15}$/.test(text) && resetUnitOf(Number(text), answer.at)) || "none of the three units";
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
  const name = "optional parts" as const;
  if (!answers.some(({ status }) => status >= 400)) {
    return { name, decision: 39, found: undefined, evidence: "no response was an error" };
  }
  if (found.length === 0) return { name, decision: 39, found: "left out", evidence: "none was sent" };
  if (missing.length === 0) return { name, decision: 39, found: "sent", evidence: found.join(", ") };
  const evidence = `sent: ${found.join(", ")}; left out: ${missing.join(", ")}`;
  return { name, decision: 39, found: "some of them", evidence };
}

/** Derives all axes from the API's responses, except those to `OPTIONS`, which have no payload. */
export function axesOf(answers: readonly ServiceAnswer[]): readonly Axis[] {
  const answered = answers.filter(({ request }) => request.method !== "OPTIONS");
  const read = answered.filter(({ request }) => request.method !== "HEAD");
  return [envelopeOf(read), paginationOf(read), resetOf(answered), optionalPartsAxis(read)];
}

function expectedOf(name: Axis["name"], settings: ContractSettings): string {
  if (name === "optional parts") return settings.minimal ? "left out" : "sent";
  return String(settings[name]);
}

/** Findings for decisions 1, 3 and 4. They need all responses together. */
export function axisFindings(axes: readonly Axis[]): Finding[] {
  const settings = settingsOf("default");
  return axes
    .filter(({ name }) => name !== "optional parts")
    .map(({ name, decision, found, evidence }) => ({
      decision,
      verdict: found === undefined ? "unknown" : found === expectedOf(name, settings) ? "met" : "different",
      evidence: `${name}: ${evidence}`,
    }));
}

export interface DialectFit {
  /** The dialect to use: the first dialect that fits, or `null`. */
  readonly dialect: Dialect | null;
  /** Every dialect that fits; more than one if an axis was not observed. */
  readonly fitting: readonly Dialect[];
  /** How to distinguish the fitting dialects; `null` if at most one fits. */
  readonly hint: string | null;
  /** The dialect with the fewest contradictions. */
  readonly nearest: Dialect;
  /** Why the nearest dialect does not fit. */
  readonly contradictions: readonly string[];
  /** Options that make the mock server as similar to the service as possible. */
  readonly serveOptions: readonly string[];
}

function contradictionsOf(dialect: Dialect, axes: readonly Axis[]): string[] {
  const settings = settingsOf(dialect);
  return axes.flatMap(({ name, found }) => {
    const expected = expectedOf(name, settings);
    return found === undefined || found === expected ? [] : [`${name} is ${found}, not ${expected}`];
  });
}

function optionsFor(dialect: Dialect, axes: readonly Axis[]): string[] {
  const settings = settingsOf(dialect);
  const single = axes.flatMap(({ name, found }) => {
    if (found === undefined || found === expectedOf(name, settings)) return [];
    const option = DECISIONS.find((decision) => decision.option?.name === name)?.option;
    return option && Object.hasOwn(option.values, found) ? [`--contract ${name}=${found}`] : [];
  });
  return [`--dialect ${dialect}`, ...single];
}

/** How to observe the axes on which these dialects differ, if no response showed them. */
function hintOf(dialects: readonly Dialect[], axes: readonly Axis[]): string {
  const kinds = ({ name }: Axis) => new Set(dialects.map((one) => expectedOf(name, settingsOf(one))));
  const unseen = axes.filter((one) => one.found === undefined && kinds(one).size > 1);
  return unseen.map(({ evidence }) => evidence).join("; ");
}

/** Compares the axes with every dialect. */
export function fitDialects(axes: readonly Axis[]): DialectFit {
  const names = Object.keys(DIALECTS) as Dialect[];
  const ranked = names
    .map((name) => ({ name, contradictions: contradictionsOf(name, axes) }))
    .sort((a, b) => a.contradictions.length - b.contradictions.length);
  const fitting = ranked.filter(({ contradictions }) => contradictions.length === 0).map(({ name }) => name);
  const hint = fitting.length > 1 ? hintOf(fitting, axes) : null;
  const { name: nearest, contradictions } = ranked[0] ?? { name: "default" as const, contradictions: [] };
  const serveOptions = optionsFor(nearest, axes);
  return { dialect: fitting[0] ?? null, fitting, hint, nearest, contradictions, serveOptions };
}
