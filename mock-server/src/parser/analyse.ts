import { NATIVE_MINT } from "intent-tx/contract";
import type { Command, ParserToken, ParserWorld } from "./command.js";
import type { Language } from "./languages/language.js";
import { type Derivation, derive } from "./orders/match.js";
import { resolve } from "./orders/resolve.js";
import { isReferredTo, type Sentence, sentences } from "./orders/sentences.js";
import { type Slippage, type SlippageFound, takeSlippage } from "./orders/slippage.js";
import { readQuery } from "./questions/query.js";
import { diagnose } from "./refusals/diagnose.js";
import { guard } from "./refusals/guards.js";
import { type Diagnosis, diagnosis, type Message } from "./result.js";
import { type Atoms, isVerb } from "./text/atom.js";
import { gate, hasForeignLetters, PLAIN, withoutEmphasis } from "./text/gate.js";
import { markDoubtful, read, unwrap } from "./text/read.js";
import { scan } from "./text/scan.js";
import { type TokenIndex, tokenIndex } from "./text/token-index.js";
import type { Accepted, Trace } from "./trace.js";

/** A command on its way through the stages. */
interface Reading {
  readonly command: string;
  readonly atoms: Atoms;
  readonly sentences: readonly Sentence[];
  readonly slippage: SlippageFound;
  readonly world: ParserWorld;
  readonly index: TokenIndex;
  readonly language: Language;
}

/** A correction of the word at a position. */
export interface Correction {
  readonly start: number;
  readonly text: string;
}

/** Parses a command in one language. The trace of a refusal ends at the step that refused. */
export function analyse(
  command: string,
  world: ParserWorld,
  language: Language,
  correction?: Correction,
): Trace {
  const gated = gate(command);
  if (!gated.ok) return stop(command, [], gated.diagnosis);
  const text = withoutEmphasis(gated.text);
  const index = tokenIndex(world.tokens);
  const raws = scan(text, language, index).map((raw) =>
    raw.start === correction?.start ? raw.with({ text: correction.text, form: "typo" }) : raw,
  );
  const atoms = markDoubtful(unwrap(read(raws, index, language)), text, language);
  const quoted = quotation(atoms, language);
  if (quoted !== undefined) return stop(command, atoms, quoted);
  const slippage = takeSlippage(atoms, language);
  const parts = sentences(slippage.rest, language);
  const reading: Reading = { command, atoms, sentences: parts, slippage, world, index, language };
  const findings = guard(parts, language);
  const only = onlySentence(parts, language);
  const chain = findings.severest?.reason === "unsupported_chain";
  const negation = only?.soft === true ? undefined : findings.negation;
  if (negation !== undefined) return refuse(reading, negation);
  if (!PLAIN.test(text) && hasForeignLetters(text, language))
    return refuse(reading, foreignDiagnosis(atoms, index, language));
  if (only !== undefined && !chain) {
    const query = readQuery(only.sentence, world, language);
    if (query !== undefined) {
      if ("diagnosis" in query) return refuse(reading, query.diagnosis);
      const outcome = accept(reading, query.command, false, undefined);
      return { command, atoms, sentences: parts, derivations: NONE, topic: query.topic, outcome };
    }
    // "Not now. Send 5 USDC to alice.sol." is refused: only a question may follow a soft negation.
    if (findings.negation !== undefined) return refuse(reading, findings.negation);
  }
  return order(reading, findings.severest);
}

const NONE: readonly Derivation[] = [];

function refuse(
  { command, atoms, sentences: parts }: Pick<Reading, "command" | "atoms" | "sentences">,
  diagnosis: Diagnosis,
  derivations: readonly Derivation[] = NONE,
): Trace {
  const outcome = { ok: false, diagnosis } as const;
  return { command, atoms, sentences: parts, derivations, topic: undefined, outcome };
}

function order(reading: Reading, severest: Diagnosis | undefined): Trace {
  const { command, atoms, sentences: parts, slippage, world, index, language } = reading;
  if (severest !== undefined) return refuse(reading, severest);
  const full = parts.filter((part) => part.items.length > 0);
  const [only] = isContinued(full, language) ? [joined(full)] : full;
  const several = only === undefined || (full.length > 1 && only === full[0]);
  const derivations = several ? NONE : derive(only.items, solOf(index), language);
  const [first] = derivations;
  if (only === undefined || first === undefined) {
    const diagnosis = diagnose({ sentences: full, sol: solOf(index), language });
    if (several) return refuse(reading, diagnosis);
    // Any other reason explains the refusal better than the slippage.
    const unclear = diagnosis.reason === "not_a_command" || diagnosis.reason === "unsupported_action";
    return refuse(reading, (unclear ? slippageRefusal(slippage) : undefined) ?? diagnosis);
  }
  const resolved = resolve(first, world, index);
  if ("diagnosis" in resolved) return refuse(reading, resolved.diagnosis, derivations);
  const refusal = refusalOf(reading, only, derivations, resolved.command);
  if (refusal !== undefined) return refuse(reading, refusal, derivations);
  const bps = slippage.kind === "bps" ? slippage : undefined;
  const outcome = accept(reading, resolved.command, first.pattern.rare === true, bps);
  return { command, atoms, sentences: parts, derivations, topic: undefined, outcome };
}

/** True if the second sentence only adds the amount or the recipient ("Send 25 USDC. To alice.sol."), or refers to the
 * first one. */
function isContinued([order, more, ...others]: readonly Sentence[], language: Language): boolean {
  const { recipients } = language;
  if (order !== undefined && others.length === 0 && isReferredTo(order, more, language)) return true;
  const lead = order?.items[0];
  if (lead === undefined || more === undefined || others.length > 0 || more.asks) return false;
  if (order?.asks === true || order?.dashed === true) return false;
  const [first, second, ...rest] = more.items;
  if (!isVerb(lead) || first === undefined || rest.length > 0) return false;
  return recipients.to.has(first.text)
    ? second?.kind === "name" || second?.kind === "address"
    : first.kind === "number" && second?.kind === "token";
}

const joined = (parts: readonly Sentence[]): Sentence => ({
  atoms: parts.flatMap(({ atoms }) => atoms),
  items: parts.flatMap(({ items }) => items),
  noise: parts.flatMap(({ noise }) => noise),
  asks: false,
  dashed: false,
  requests: parts.some(({ requests }) => requests),
});

/** Returns a reason to refuse a valid reading: a second reading, a problem with the slippage, or a question mark. */
function refusalOf(
  reading: Reading,
  only: Sentence,
  derivations: readonly Derivation[],
  command: Command,
): Diagnosis | undefined {
  const { slippage } = reading;
  const start = only.items[0]?.start ?? 0;
  const end = only.items[only.items.length - 1]?.end ?? 0;
  if (derivations.length > 1 && !agree(reading, derivations, command)) {
    return diagnosis("ambiguous_amount", "moreThanOneReading", { start, end });
  }
  const unclear = slippageRefusal(slippage);
  if (unclear !== undefined) return unclear;
  if (slippage.kind === "bps" && command.action !== "swap") {
    return diagnosis("ambiguous_slippage", "slippageOfTransfer", slippage.span);
  }
  if (only.asks && !only.requests) {
    return diagnosis("question", "endsAsQuestion", { start, end });
  }
  return undefined;
}

/** True if every derivation yields the same command. */
function agree({ world, index }: Reading, derivations: readonly Derivation[], command: Command): boolean {
  const wanted = keyOf(command);
  return derivations.slice(1).every((derivation) => {
    const other = resolve(derivation, world, index);
    return "command" in other && keyOf(other.command) === wanted;
  });
}

/** A key that equal commands share. */
export const keyOf = (command: Command): string =>
  JSON.stringify(command, (_, entry: unknown) => (typeof entry === "bigint" ? entry.toString() : entry));

function accept(
  { atoms, sentences: parts }: Reading,
  command: Command,
  rareOrder: boolean,
  slippage: Slippage | undefined,
): Accepted {
  const extraSentences = Math.max(0, parts.length - 1);
  return { ok: true, command, slippage, evidence: { command, atoms, rareOrder, slippage, extraSentences } };
}

/** Returns the only sentence with content, without a first one that only declines: "Not now. What's my balance?" */
function onlySentence(
  parts: readonly Sentence[],
  { lexicon }: Language,
): { sentence: Sentence; soft: boolean } | undefined {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return { sentence: only, soft: false };
  const full = parts.filter((part) => part.items.length > 0);
  if (full.length === 1 && full[0] !== undefined) return { sentence: full[0], soft: false };
  const [first, second] = full;
  if (first === undefined || second === undefined || full.length > 2) return undefined;
  return first.items.every((item) => lexicon.groups.soft_negation.has(item.text))
    ? { sentence: second, soft: true }
    : undefined;
}

const stop = (command: string, atoms: Atoms, diagnosis: Diagnosis): Trace =>
  refuse({ command, atoms, sentences: [] }, diagnosis);

const solOf = (index: TokenIndex): ParserToken | undefined => index.byMint.get(NATIVE_MINT);

const DATA_MARKS = new Set(['"', "{", "}", "<", "[", "]", "`", "|", "\\", "="]);

/** Refuses quoted words, links and data: text about an order is not an order. */
function quotation(atoms: Atoms, { lexicon }: Language): Diagnosis | undefined {
  const sign = atoms.find(
    (atom, at) =>
      atom.kind === "url" ||
      (atom.kind === "mark" && DATA_MARKS.has(atom.text) && !isSetting(atoms, at, lexicon.groups.SLIPPAGE)) ||
      // "~~send 5 USDC~~" is struck out.
      (atom.text === "~" && atoms[at + 1]?.text === "~" && atoms[at + 1]?.start === atom.end),
  );
  if (sign === undefined) return undefined;
  return diagnosis("not_a_command", "quotation", sign);
}

/** True for the "=" of "slippage=1%", which does not mean that the text is data. */
const isSetting = (atoms: Atoms, at: number, nouns: ReadonlySet<string>): boolean =>
  atoms[at]?.text === "=" && nouns.has(atoms[at - 1]?.text ?? "");

const STROKED: Readonly<Record<string, string>> = { ð: "d", đ: "d", ø: "o", ł: "l", ı: "i", ħ: "h", ŧ: "t" };

/** Reports a foreign language, or a token symbol with look-alike letters ("USÐC"). */
function foreignDiagnosis(atoms: Atoms, index: TokenIndex, language: Language): Diagnosis {
  for (const atom of atoms) {
    if (atom.kind !== "unknown" || !hasForeignLetters(atom.text, language)) continue;
    const plain = atom.text
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .replace(/[^\x20-\x7e]/g, (char) => STROKED[char] ?? char);
    if (!index.byName.has(plain)) continue;
    const message: Message = (texts, written) => texts.looksLike(written, plain.toUpperCase());
    return diagnosis("unsafe_text", message, atom);
  }
  return diagnosis("non_english", "onlyThisLanguage");
}

/** Diagnoses a slippage without a unit or out of range. */
function slippageRefusal(slippage: SlippageFound): Diagnosis | undefined {
  if (slippage.kind === "none" || slippage.kind === "bps") return undefined;
  const message = slippage.kind === "invalid_slippage" ? "slippageBounds" : "slippageUnit";
  return diagnosis(slippage.kind, message, slippage.span);
}
