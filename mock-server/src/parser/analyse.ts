import { NATIVE_MINT } from "intent-tx/contract";
import type { Command, ParserWorld } from "./command.js";
import type { Language } from "./languages/language.js";
import { type Derivation, derive } from "./orders/match.js";
import { resolve } from "./orders/resolve.js";
import { isReferredTo, type Sentence, sentences } from "./orders/sentences.js";
import { type Slippage, type SlippageFound, takeSlippage } from "./orders/slippage.js";
import { readQuery } from "./questions/query.js";
import { diagnose } from "./refusals/diagnose.js";
import { guard } from "./refusals/guards.js";
import { type Diagnosis, diagnosis, type Message } from "./result.js";
import { type Atom, type Atoms, isVerb } from "./text/atom.js";
import { gate, hasForeignLetters, PLAIN, withoutEmphasis } from "./text/gate.js";
import { markDoubtful, read, unwrap } from "./text/read.js";
import { scan } from "./text/scan.js";
import { type TokenIndex, tokenIndex } from "./text/token-index.js";

export interface Accepted {
  readonly ok: true;
  readonly command: Command;
  readonly slippage: Slippage | undefined;
}

/** The results of the stages. Those of a refused command end at the stage that refused. */
export interface Trace {
  readonly command: string;
  readonly language: Language;
  readonly atoms: Atoms;
  readonly sentences: readonly Sentence[];
  readonly derivations: readonly Derivation[];
  /** The word that determines a question's topic. */
  readonly topic: Atom | undefined;
  readonly outcome: Accepted | Diagnosis;
}

/** A correction of the word at a position. */
export interface Correction {
  readonly start: number;
  readonly text: string;
}

/** Parses a command in one language. */
export function analyse(
  command: string,
  world: ParserWorld,
  language: Language,
  correction?: Correction,
): Trace {
  // A literal, because each spread of an object would take microseconds.
  const ended = (
    outcome: Trace["outcome"],
    atoms: Atoms = [],
    parts: readonly Sentence[] = [],
    derivations: readonly Derivation[] = [],
    topic?: Atom,
  ): Trace => ({ command, language, atoms, sentences: parts, derivations, topic, outcome });
  const text = gate(command);
  if (typeof text !== "string") return ended(text);
  const plain = withoutEmphasis(text);
  const index = tokenIndex(world.tokens);
  const raws = scan(plain, language, index).map((raw) =>
    raw.start === correction?.start ? raw.with({ text: correction.text, form: "typo" }) : raw,
  );
  const atoms = markDoubtful(unwrap(read(raws, index, language)), plain, language);
  const quoted = quotation(atoms, language);
  if (quoted !== undefined) return ended(quoted, atoms);
  const { rest, stated } = takeSlippage(atoms, language);
  const parts = sentences(rest, language);
  const { negation, severest } = guard(parts, language);
  const only = onlySentence(parts, language);
  if (negation !== undefined && only?.soft !== true) return ended(negation, atoms, parts);
  if (!PLAIN.test(plain) && hasForeignLetters(plain, language))
    return ended(foreignDiagnosis(atoms, index, language), atoms, parts);
  if (severest?.reason !== "unsupported_chain") {
    const query = only && readQuery(only.sentence, world, language);
    if (query !== undefined && "reason" in query) return ended(query, atoms, parts);
    if (query !== undefined)
      return ended({ ok: true, command: query.command, slippage: undefined }, atoms, parts, [], query.topic);
    // "Not now. Send 5 USDC to alice.sol." is refused: only a question may follow a soft negation.
    if (negation !== undefined) return ended(negation, atoms, parts);
  }
  if (severest !== undefined) return ended(severest, atoms, parts);
  const { derivations, outcome } = order(parts, stated, world, language);
  return ended(outcome, atoms, parts, derivations);
}

/** Reads sentences without guard words as an order. */
function order(
  parts: readonly Sentence[],
  stated: SlippageFound["stated"],
  world: ParserWorld,
  language: Language,
): Pick<Trace, "derivations" | "outcome"> {
  const index = tokenIndex(world.tokens);
  const sol = index.byMint.get(NATIVE_MINT);
  const full = parts.filter((part) => part.items.length > 0);
  const [only] = isContinued(full, language) ? [joined(full)] : full;
  const several = only === undefined || (full.length > 1 && only === full[0]);
  const derivations = several ? [] : derive(only.items, sol, language);
  const [first, ...others] = derivations;
  const [unclear, slippage] = stated !== undefined && "reason" in stated ? [stated] : [undefined, stated];
  if (only === undefined || first === undefined) {
    const items = full.flatMap((part) => part.items);
    const outcome = diagnose(items, sol, language);
    // Any other reason explains the refusal better than the slippage.
    const isVague = outcome.reason === "not_a_command" || outcome.reason === "unsupported_action";
    // "change slippage to 1%"
    const isSetting = stated !== undefined && items.length < 2;
    if (isSetting) return { derivations, outcome: { ...outcome, message: "slippageOnly" } };
    return { derivations, outcome: (several || !isVague ? undefined : unclear) ?? outcome };
  }
  const command = resolve(first, world, index);
  const refuse = (outcome: Diagnosis) => ({ derivations, outcome });
  if ("reason" in command) return refuse(command);
  const span = { start: only.items[0]?.start ?? 0, end: only.items.at(-1)?.end ?? 0 };
  if (others.some((other) => keyOf(resolve(other, world, index)) !== keyOf(command)))
    return refuse(diagnosis("ambiguous_amount", "moreThanOneReading", span));
  if (unclear !== undefined) return refuse(unclear);
  if (slippage !== undefined && command.action !== "swap")
    return refuse(diagnosis("ambiguous_slippage", "slippageOfTransfer", slippage.span));
  if (only.asks && !only.requests) return refuse(diagnosis("question", "endsAsQuestion", span));
  return { derivations, outcome: { ok: true, command, slippage } };
}

/** True if the second sentence only adds the amount or the recipient ("Send 25 USDC. To alice.sol."), or refers to the
 * first one. */
function isContinued([order, more, ...others]: readonly Sentence[], language: Language): boolean {
  if (order === undefined || more === undefined || others.length > 0) return false;
  if (isReferredTo(order, more, language)) return true;
  if (more.asks || order.asks || order.dashed || !isVerb(order.items[0])) return false;
  const [first, second, ...rest] = more.items;
  if (first === undefined || rest.length > 0) return false;
  return language.recipients.to.has(first.text)
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

/** A key that equal commands share. */
export const keyOf = (command: Command | Diagnosis): string =>
  JSON.stringify(command, (_, entry: unknown) => (typeof entry === "bigint" ? entry.toString() : entry));

/** Returns the only sentence with content, without a first one that only declines: "Not now. What's my balance?" */
function onlySentence(
  parts: readonly Sentence[],
  { lexicon }: Language,
): { sentence: Sentence; soft: boolean } | undefined {
  const full = parts.length === 1 ? parts : parts.filter((part) => part.items.length > 0);
  const [first, second, ...others] = full;
  if (first === undefined || others.length > 0) return undefined;
  if (second === undefined) return { sentence: first, soft: false };
  const soft = first.items.every((item) => lexicon.groups.soft_negation.has(item.text));
  return soft ? { sentence: second, soft } : undefined;
}

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
  return sign && diagnosis("not_a_command", "quotation", sign);
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
