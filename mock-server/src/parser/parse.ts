import { editDistance } from "../kernel/nearest.js";
import { analyse, keyOf, type Trace } from "./analyse.js";
import type { ParserWorld, Span } from "./command.js";
import { calibrated, confidenceFactors, scoreOf } from "./confidence/confidence.js";
import { describe } from "./describe.js";
import { ENGLISH } from "./languages/english/english.js";
import { isShortTypo } from "./languages/english/typos.js";
import { spanish } from "./languages/spanish/spanish.js";
import { advice, unlistedName } from "./refusals/advice.js";
import { completions, suggest } from "./refusals/suggest.js";
import { type Explanation, messageText, type ParseResult } from "./result.js";
import type { Atom } from "./text/atom.js";

/**
 * Parses a command. Pure: the same text and world give the same result. Exactly one reading must explain every word;
 * unclear commands are refused with a reason, never guessed. Does not throw.
 *
 * @example parse("swap 1 SOL for USDC", { tokens: TOKENS, resolveName: () => undefined })
 */
export function parse(command: string, world: ParserWorld): ParseResult {
  const english = analyse(command, world, ENGLISH);
  const trace = english.outcome.ok
    ? english
    : (inSpanish(command, world, english) ?? mended(command, world, english) ?? english);
  const explain = (): Explanation => describe(trace, world);
  const { outcome } = trace;
  if (outcome.ok) {
    const bps = outcome.slippage === undefined ? {} : { slippageBps: outcome.slippage.bps };
    const confidence = calibrated(scoreOf(confidenceFactors(trace)));
    return { ok: true, command: outcome.command, ...bps, confidence, explain };
  }
  const { reason, message, span = trimmedSpan(command) } = outcome;
  const written = writtenWord(command, span);
  const { messages } = trace.language;
  const first = outcome.unlisted && unlistedName(writtenWord(command, outcome.unlisted), world, messages);
  const told = advice(trace, world, written) ?? messageText(message, messages, written);
  // An unlisted token is one of both: "buy $50 of PEPE".
  const text = first === undefined ? told : message === "nameBothTokens" ? first : `${first} ${told}`;
  return {
    ok: false,
    reason,
    message: text,
    span,
    suggest: () => suggest(trace, world),
    complete: () => completions(trace, world),
    explain,
  };
}

/** Parses the command as Spanish if it has Spanish words. Undefined if the English result is better. */
function inSpanish(command: string, world: ParserWorld, english: Trace): Trace | undefined {
  const strange = english.atoms.filter((atom) => isUnknown(atom) || atom.form === "typo");
  if (strange.length === 0) return undefined;
  const language = spanish();
  // "deposita" is Spanish, not a misspelled "deposits".
  const isKnown = ({ form, text, start, end }: Atom): boolean =>
    language.lexicon.words().has(form === "typo" ? command.slice(start, end).toLowerCase() : text);
  const known = strange.filter(isKnown).length;
  const certain = SPANISH.test(command);
  if (!certain && known === 0) return undefined;
  const trace = analyse(command, world, language);
  const foreign = trace.atoms.filter((atom) => isUnknown(atom) && ENGLISH.lexicon.words().has(atom.text));
  if (trace.outcome.ok) return strange.some(isUnknown) ? trace : undefined;
  return certain || known > foreign.length ? trace : undefined;
}

/** Spanish punctuation and question words that similar languages do not have. */
const SPANISH = /[\u00bf\u00a1]|(?:^|\s)(?:qu[\u00e9]|qui[\u00e9]n|d[\u00f3]nde|cu[\u00e1]ndo)(?![\p{L}])/iu;

const isUnknown = ({ kind }: Atom): boolean => kind === "unknown";

/**
 * Parses again without "please" inside a phrase ("make me please a swap"), or with a correction of the only unknown
 * word. All corrections are tried, and every valid reading must be the same.
 */
function mended(command: string, world: ParserWorld, english: Trace): Trace | undefined {
  const plain = command.replace(PLEASE, (word) => " ".repeat(word.length));
  const uninterrupted = plain === command ? english : analyse(plain, world, ENGLISH);
  if (uninterrupted.outcome.ok) return { ...uninterrupted, command };
  const [word, ...others] = english.atoms.filter(isUnknown);
  if (word === undefined || others.length > 0) return undefined;
  const traces = corrections(word, english)
    .map((text) => analyse(command, world, ENGLISH, { start: word.start, text }))
    .filter(({ outcome }) => outcome.ok);
  const keys = new Set(traces.map(({ outcome }) => (outcome.ok ? keyOf(outcome.command) : "")));
  return keys.size === 1 ? traces[0] : undefined;
}

const PLEASE = /(?<=\S )please(?= \S)/gi;

/** The connectors that a word may misspell. */
function corrections({ text, start }: Atom, { atoms, command }: Trace): readonly string[] {
  if (!isShortTypo(text)) return [];
  // In "sixty oe SOL" and in "for,ty nine SOL", the word may belong to the number.
  const at = atoms.findIndex((atom) => atom.start === start);
  const after = atoms[at + 1];
  if (atoms[at - 1]?.value !== undefined || /[^\s]/.test(command[start - 1] ?? " ")) return [];
  if (after?.value !== undefined && !/^\d/.test(after.text)) return [];
  // In "for fory five SOL", it may be a misspelt number.
  const { cardinals, scales } = ENGLISH.numbers.words;
  if ([...cardinals.keys(), ...scales.keys()].some((figure) => editDistance(text, figure) === 1)) return [];
  return ENGLISH.phrasing.tried.filter((connector) => editDistance(text, connector) === 1);
}

/** The whole word as written, up to the spaces around it. */
function writtenWord(command: string, { start, end }: Span): string {
  let from = start;
  let to = end;
  while (from > 0 && !/[\s"([{<]/.test(command.charAt(from - 1))) from -= 1;
  while (to < command.length && !/[\s")\]}>]/.test(command.charAt(to))) to += 1;
  return command.slice(from, to).replace(/[,.!?;:]+$/, "");
}

/** The whole command without surrounding whitespace. */
function trimmedSpan(command: string): Span {
  const start = command.length - command.trimStart().length;
  return { start, end: Math.max(start, command.trimEnd().length) };
}
