import type { Token } from "../world/tokens.js";
import { NATIVE_MINT } from "../world/tokens.js";
import type { Atom } from "./atom.js";
import type { Command, Parsed, ParseResult, ParserWorld, Refused } from "./command.js";
import { calibrated, confidenceFactors, score } from "./confidence.js";
import { diagnose } from "./diagnose.js";
import { gate, hasForeignLetters } from "./gate.js";
import { guard } from "./guards.js";
import { group } from "./lexicon.js";
import { type Derivation, derive } from "./match.js";
import { readQuery } from "./query.js";
import { read } from "./read.js";
import { foreignFault, quotation, slippageFault, slippageRefusal } from "./refusals.js";
import { type Fault, resolve } from "./resolve.js";
import { scan } from "./scan.js";
import { type Sentence, sentences } from "./sentences.js";
import { type SlippageFound, takeSlippage } from "./slippage.js";
import { suggest } from "./suggest.js";
import { type TokenIndex, tokenIndex } from "./token-index.js";
import { type Accepted, describe, type Rejected, type Trace } from "./trace.js";
import { unwrap } from "./unwrap.js";

const softNegation = group("soft_negation");

/**
 * Reads a command. Pure: the same text and world give the same answer. Every word must be explained by exactly one
 * reading; whatever is unclear is refused with a reason, never guessed. Does not throw.
 *
 * @example parse("swap 1 SOL for USDC", { tokens: TOKENS, resolveName: () => undefined })
 */
export function parse(command: string, world: ParserWorld): ParseResult {
  const trace = analyse(command, world);
  return trace.outcome.ok ? parsed(trace.outcome, trace, world) : refused(trace.outcome, trace, world);
}

function parsed({ command, slippageBps, evidence }: Accepted, trace: Trace, world: ParserWorld): Parsed {
  const explanation = once(() => describe(trace, world));
  return {
    ok: true,
    command,
    ...(slippageBps === undefined ? {} : { slippageBps }),
    confidence: calibrated(score(confidenceFactors(evidence))),
    get explanation() {
      return explanation();
    },
  };
}

function refused({ fault }: Rejected, trace: Trace, world: ParserWorld): Refused {
  const explanation = once(() => describe(trace, world));
  const suggestions = once(() => suggest(trace, world, (text) => analyse(text, world).outcome.ok));
  return {
    ok: false,
    ...fault,
    get suggestions() {
      return suggestions();
    },
    get explanation() {
      return explanation();
    },
  };
}

/** Reads a command as far as it goes and keeps what was seen. */
export function analyse(command: string, world: ParserWorld): Trace {
  const gated = gate(command);
  if (!gated.ok) {
    const { reason, message, span } = gated;
    return {
      command,
      atoms: [],
      sentences: [],
      derivations: [],
      outcome: { ok: false, fault: { reason, message, ...(span === undefined ? {} : { span }) } },
    };
  }
  const { text } = gated;
  const index = tokenIndex(world.tokens);
  const atoms = unwrap(read(scan(text), index));
  const quoted = quotation(atoms);
  if (quoted !== undefined) return stop(command, atoms, quoted);
  const slippage = takeSlippage(atoms);
  const parts = sentences(slippage.rest);
  const base = { command, atoms, sentences: parts };
  const findings = guard(parts);
  const asked = askedSentence(parts);
  const chain = findings.gravest?.reason === "unsupported_chain" ? findings.gravest : undefined;
  const negation = asked?.soft === true ? undefined : findings.negation;
  if (negation !== undefined) return { ...base, derivations: [], outcome: { ok: false, fault: negation } };
  if (hasForeignLetters(text)) {
    const fault = foreignFault(atoms, index);
    return { ...base, derivations: [], outcome: { ok: false, fault } };
  }
  if (asked !== undefined && chain === undefined) {
    const query = readQuery(asked.sentence, world);
    if (query !== undefined) {
      if ("fault" in query) return { ...base, derivations: [], outcome: { ok: false, fault: query.fault } };
      return {
        ...base,
        derivations: [],
        topic: query.topic,
        outcome: accept(query.command, atoms, parts, false, undefined),
      };
    }
  }
  return order(base, findings.gravest, slippage, world, index);
}

type Base = Pick<Trace, "command" | "atoms" | "sentences">;

function order(
  base: Base,
  gravest: Fault | undefined,
  slippage: SlippageFound,
  world: ParserWorld,
  index: TokenIndex,
): Trace {
  const refuse = (fault: Fault, derivations: readonly Derivation[] = []): Trace => ({
    ...base,
    derivations,
    outcome: { ok: false, fault },
  });
  if (gravest !== undefined) return refuse(gravest);
  const full = base.sentences.filter((sentence) => sentence.items.length > 0);
  const [only] = full;
  if (only === undefined || full.length > 1) return refuse(diagnose(full));
  const derivations = derive(only.items, solOf(index));
  const [first] = derivations;
  if (first === undefined) {
    const fault = diagnose(full);
    return refuse(slippageFault(slippage, fault) ?? fault);
  }
  const resolved = resolve(first, world, index);
  if ("fault" in resolved) return refuse(resolved.fault, derivations);
  if (derivations.length > 1 && !agree(derivations, resolved.command, world, index)) {
    const span = { start: only.items[0]?.start ?? 0, end: only.items[only.items.length - 1]?.end ?? 0 };
    return refuse(
      {
        reason: "ambiguous_amount",
        message: "This can be read in more than one way. Say: swap AMOUNT TOKEN for TOKEN.",
        span,
      },
      derivations,
    );
  }
  if (slippage.kind === "ambiguous_slippage" || slippage.kind === "invalid_slippage")
    return refuse(slippageRefusal(slippage), derivations);
  if (slippage.kind === "bps" && resolved.command.action !== "swap") {
    return refuse(
      { reason: "ambiguous_slippage", message: "A transfer has no slippage.", span: slippage.span },
      derivations,
    );
  }
  if (only.asks && !only.requests) {
    const span = { start: only.items[0]?.start ?? 0, end: base.command.length };
    return refuse(
      { reason: "question", message: "This ends in a question mark. Leave it out to give the order.", span },
      derivations,
    );
  }
  const bps = slippage.kind === "bps" ? slippage.bps : undefined;
  return {
    ...base,
    derivations,
    outcome: accept(resolved.command, base.atoms, base.sentences, first.pattern.rare === true, bps),
  };
}

/** Two derivations that come to the same command are one reading. */
function agree(
  derivations: readonly Derivation[],
  command: Command,
  world: ParserWorld,
  index: TokenIndex,
): boolean {
  const plain = (value: Command): string =>
    JSON.stringify(value, (_, entry: unknown) => (typeof entry === "bigint" ? entry.toString() : entry));
  const wanted = plain(command);
  return derivations.slice(1).every((derivation) => {
    const other = resolve(derivation, world, index);
    return "command" in other && plain(other.command) === wanted;
  });
}

function accept(
  command: Command,
  atoms: readonly Atom[],
  parts: readonly Sentence[],
  rareOrder: boolean,
  slippageBps: number | undefined,
): Trace["outcome"] {
  const noise = parts.flatMap((part) => part.noise);
  const evidence = {
    command,
    atoms,
    noise,
    rareOrder,
    slippage: slippageBps !== undefined,
    extraSentences: Math.max(0, parts.length - 1),
  };
  return { ok: true, command, evidence, ...(slippageBps === undefined ? {} : { slippageBps }) };
}

/** The one sentence that says something, if the others only wave away ("Not now. What's my balance?"). */
function askedSentence(parts: readonly Sentence[]): { sentence: Sentence; soft: boolean } | undefined {
  const spoken = parts.filter((part) => part.items.length > 0 || parts.length === 1);
  if (spoken.length === 1 && spoken[0] !== undefined) return { sentence: spoken[0], soft: false };
  const [first, second] = spoken;
  if (first === undefined || second === undefined || spoken.length > 2) return undefined;
  return first.items.every((item) => softNegation.has(item.text))
    ? { sentence: second, soft: true }
    : undefined;
}

function stop(command: string, atoms: readonly Atom[], fault: Fault): Trace {
  return { command, atoms, sentences: [], derivations: [], outcome: { ok: false, fault } };
}

const solOf = (index: TokenIndex): Token | undefined => index.byMint.get(NATIVE_MINT);

/** Works a value out when it is first asked for: refusals are often counted and seldom explained. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
