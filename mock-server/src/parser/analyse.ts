import type { Token } from "../world/tokens.js";
import { NATIVE_MINT } from "../world/tokens.js";
import type { Command, ParserWorld } from "./command.js";
import type { Language } from "./languages/language.js";
import { ROLE } from "./languages/lexicon.js";
import { withoutContext } from "./orders/context.js";
import { type Derivation, derive } from "./orders/match.js";
import { resolve } from "./orders/resolve.js";
import { type Sentence, sentences } from "./orders/sentences.js";
import { type Slippage, type SlippageFound, takeSlippage } from "./orders/slippage.js";
import { readQuery } from "./questions/query.js";
import { diagnose } from "./refusals/diagnose.js";
import { guard } from "./refusals/guards.js";
import type { Diagnosis } from "./refusals/reasons.js";
import { foreignDiagnosis, quotation, slippageDiagnosis, slippageRefusal } from "./refusals/refusals.js";
import type { Atoms } from "./text/atom.js";
import { doubted } from "./text/doubts.js";
import { withoutEmphasis } from "./text/emphasis.js";
import { gate, hasForeignLetters, PLAIN } from "./text/gate.js";
import { read } from "./text/read.js";
import { scan } from "./text/scan.js";
import { type TokenIndex, tokenIndex } from "./text/token-index.js";
import { unwrap } from "./text/unwrap.js";
import type { Accepted, Trace } from "./trace.js";

/** Reads a command in one language as far as it goes and keeps what was seen. */
export function analyse(command: string, world: ParserWorld, language: Language): Trace {
  const gated = gate(command, language);
  if (!gated.ok) return stop(command, [], gated.diagnosis);
  const text = withoutEmphasis(gated.text);
  const index = tokenIndex(world.tokens);
  const atoms = doubted(unwrap(read(scan(text, language), index, language)), text, language);
  const quoted = quotation(atoms, language);
  if (quoted !== undefined) return stop(command, atoms, quoted);
  const slippage = takeSlippage(atoms, language);
  const parts = withoutContext(sentences(slippage.rest, language), text, language);
  const findings = guard(parts, language);
  const asked = askedSentence(parts, language);
  const chain = findings.gravest?.reason === "unsupported_chain";
  const negation = asked?.soft === true ? undefined : findings.negation;
  if (negation !== undefined) return refuse(command, atoms, parts, negation);
  if (!PLAIN.test(text) && hasForeignLetters(text, language))
    return refuse(command, atoms, parts, foreignDiagnosis(atoms, index, language));
  if (asked !== undefined && !chain) {
    const query = readQuery(asked.sentence, world, language);
    if (query !== undefined) {
      if ("diagnosis" in query) return refuse(command, atoms, parts, query.diagnosis);
      const outcome = accept(query.command, atoms, parts, false, undefined);
      return { command, atoms, sentences: parts, derivations: NONE, topic: query.topic, outcome };
    }
    // "Not now." only waves away what was asked before; nothing else is ordered behind it.
    if (findings.negation !== undefined) return refuse(command, atoms, parts, findings.negation);
  }
  return order(command, atoms, parts, findings.gravest, slippage, world, index, language);
}

const NONE: readonly Derivation[] = [];

function refuse(
  command: string,
  atoms: Atoms,
  parts: readonly Sentence[],
  diagnosis: Diagnosis,
  derivations: readonly Derivation[] = NONE,
): Trace {
  const outcome = { ok: false, diagnosis } as const;
  return { command, atoms, sentences: parts, derivations, topic: undefined, outcome };
}

function order(
  command: string,
  atoms: Atoms,
  parts: readonly Sentence[],
  gravest: Diagnosis | undefined,
  slippage: SlippageFound,
  world: ParserWorld,
  index: TokenIndex,
  language: Language,
): Trace {
  if (gravest !== undefined) return refuse(command, atoms, parts, gravest);
  const full = parts.filter((part) => part.items.length > 0);
  const [only] = isToldFirst(full, language) || isContinued(full, language) ? [joined(full)] : full;
  if (only === undefined || (full.length > 1 && only === full[0]))
    return refuse(command, atoms, parts, diagnose(full, language));
  const derivations = derive(only.items, solOf(index), language);
  const [first] = derivations;
  if (first === undefined) {
    const diagnosis = diagnose(full, language);
    return refuse(command, atoms, parts, slippageDiagnosis(slippage, diagnosis, language) ?? diagnosis);
  }
  const resolved = resolve(first, world, index, language);
  if ("diagnosis" in resolved) return refuse(command, atoms, parts, resolved.diagnosis, derivations);
  const doubt =
    doubtOf(only, derivations, resolved.command, slippage, world, index, language) ??
    leftDoubt(parts, resolved.command, language) ??
    factDoubt(parts, language);
  if (doubt !== undefined) return refuse(command, atoms, parts, doubt, derivations);
  const bps = slippage.kind === "bps" ? slippage : undefined;
  const outcome = accept(resolved.command, atoms, parts, first.pattern.rare === true, bps);
  return { command, atoms, sentences: parts, derivations, topic: undefined, outcome };
}

/** "I owe alice.sol 20 USDC. Please pay her.": what is there is told first, and the order speaks of it. */
const isToldFirst = (
  [told, order, ...more]: readonly Sentence[],
  { lexicon: { groups } }: Language,
): boolean => {
  const lead = told?.items[0]?.text ?? "";
  if (told === undefined || order === undefined || more.length > 0 || told.asks) return false;
  return (
    (groups.I_HAVE.has(lead) || groups.I_OWE.has(lead)) &&
    order.items.some(({ text }) => groups.THEM.has(text))
  );
};

/** "Send 25 USDC. To alice.sol.": the order goes on behind the stop, with its amount or with whom it is for. */
function isContinued([order, more, ...others]: readonly Sentence[], language: Language): boolean {
  const lead = order?.items[0];
  if (lead === undefined || more === undefined || others.length > 0 || order?.asks === true) return false;
  const { recipients, lexicon } = language;
  const [first, ...rest] = more.items;
  if ((lead.roles & ROLE.verb) === 0 || first === undefined || more.asks) return false;
  const named = recipients.to.has(first.text) || lexicon.groups.HOLDER.has(first.text);
  return named
    ? rest.length === 1 && (rest[0]?.kind === "name" || rest[0]?.kind === "address")
    : first.kind === "number" && rest.length === 1 && rest[0]?.kind === "token";
}

function joined(parts: readonly Sentence[]): Sentence {
  return {
    atoms: parts.flatMap(({ atoms }) => atoms),
    items: parts.flatMap(({ items }) => items),
    noise: parts.flatMap(({ noise }) => noise),
    asks: parts.some(({ asks }) => asks),
    requests: parts.some(({ requests }) => requests),
  };
}

/** The reason to refuse a valid reading, if any: a second reading, the slippage or a question mark. */
function doubtOf(
  only: Sentence,
  derivations: readonly Derivation[],
  command: Command,
  slippage: SlippageFound,
  world: ParserWorld,
  index: TokenIndex,
  language: Language,
): Diagnosis | undefined {
  const { messages } = language;
  const start = only.items[0]?.start ?? 0;
  const end = only.items[only.items.length - 1]?.end ?? 0;
  if (derivations.length > 1 && !agree(derivations, command, world, index, language)) {
    return { reason: "ambiguous_amount", message: messages.moreThanOneReading, span: { start, end } };
  }
  if (slippage.kind === "ambiguous_slippage" || slippage.kind === "invalid_slippage")
    return slippageRefusal(slippage, language);
  if (slippage.kind === "bps" && command.action !== "swap") {
    return {
      reason: "ambiguous_slippage",
      message: messages.slippageOfTransfer,
      span: slippage.span,
    };
  }
  if (only.asks && !only.requests) {
    return { reason: "question", message: messages.endsAsQuestion, span: { start, end } };
  }
  return undefined;
}

/** "She paid? Send …": whether what is asked is so, nobody here knows. */
function factDoubt(parts: readonly Sentence[], { circumstances, messages }: Language): Diagnosis | undefined {
  const asked = parts.find(
    ({ asks, items, noise }) =>
      asks && items.length === 0 && noise.some(({ text }) => circumstances.facts.has(text)),
  );
  const [first] = asked?.atoms.length ? asked.atoms : (asked?.noise ?? []);
  if (first === undefined) return undefined;
  const { start, end } = first;
  return { reason: "question", message: messages.endsAsQuestion, span: { start, end } };
}

/** "swap all my SOL to USDC and keep the other half": what is said to be left is not what would be. */
function leftDoubt(parts: readonly Sentence[], command: Command, language: Language): Diagnosis | undefined {
  if (command.action === "query") return undefined;
  const { amount } = command;
  const { restKept, halfKept } = language.circumstances;
  const isHalf = amount.side === "fraction" && amount.numerator * 2n === amount.denominator;
  const isAll = amount.side === "fraction" && amount.numerator === amount.denominator;
  const wrong = parts
    .flatMap(({ noise }) => noise)
    .find(
      ({ text }) =>
        (halfKept.has(text) && !isHalf) || (restKept.has(text) && (isAll || amount.side === "all_except")),
    );
  if (wrong === undefined) return undefined;
  const { start, end } = wrong;
  return { reason: "ambiguous_amount", message: language.messages.oneExactAmount, span: { start, end } };
}

/** Two derivations that come to the same command are one reading. */
function agree(
  derivations: readonly Derivation[],
  command: Command,
  world: ParserWorld,
  index: TokenIndex,
  language: Language,
): boolean {
  const plain = (value: Command): string =>
    JSON.stringify(value, (_, entry: unknown) => (typeof entry === "bigint" ? entry.toString() : entry));
  const wanted = plain(command);
  return derivations.slice(1).every((derivation) => {
    const other = resolve(derivation, world, index, language);
    return "command" in other && plain(other.command) === wanted;
  });
}

function accept(
  command: Command,
  atoms: Atoms,
  parts: readonly Sentence[],
  rareOrder: boolean,
  slippage: Slippage | undefined,
): Accepted {
  const extraSentences = Math.max(0, parts.length - 1);
  return { ok: true, command, slippage, evidence: { command, atoms, rareOrder, slippage, extraSentences } };
}

/** The one sentence that says something, if the others only wave away ("Not now. What's my balance?"). */
function askedSentence(
  parts: readonly Sentence[],
  { lexicon }: Language,
): { sentence: Sentence; soft: boolean } | undefined {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return { sentence: only, soft: false };
  const spoken = parts.filter((part) => part.items.length > 0);
  if (spoken.length === 1 && spoken[0] !== undefined) return { sentence: spoken[0], soft: false };
  const [first, second] = spoken;
  if (first === undefined || second === undefined || spoken.length > 2) return undefined;
  return first.items.every((item) => lexicon.groups.soft_negation.has(item.text))
    ? { sentence: second, soft: true }
    : undefined;
}

const stop = (command: string, atoms: Atoms, diagnosis: Diagnosis): Trace =>
  refuse(command, atoms, [], diagnosis);

const solOf = (index: TokenIndex): Token | undefined => index.byMint.get(NATIVE_MINT);
