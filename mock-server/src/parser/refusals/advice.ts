import { editDistance } from "../../kernel/nearest.js";
import { analyse, type Trace } from "../analyse.js";
import type { ParserToken, ParserWorld, Span } from "../command.js";
import type { Language, Messages } from "../languages/language.js";
import { type Atoms, isFigure } from "../text/atom.js";
import { nearToken } from "../text/token-index.js";

/** A more helpful message than the refusal's own, if the text or the world allows one. */
export function advice(trace: Trace, world: ParserWorld, written: string): string | undefined {
  const { outcome, language } = trace;
  if (outcome.ok) return undefined;
  const { messages } = language;
  const { reason, span } = outcome;
  if (reason === "unknown_token" || reason === "ambiguous_token") {
    const wrapped = wrappedToken(written, world);
    if (wrapped !== undefined) return messages.wrapped(written, wrapped.symbol);
    return outcome.message === "unlisted" ? unlistedName(written, world, messages) : undefined;
  }
  if (reason !== "several_actions" && reason !== "unsupported_action" && reason !== "not_a_command")
    return undefined;
  const rest = span && remarkAround(trace, span, world);
  return rest && messages.remark(rest);
}

/** Says that a name is not listed, and the listed symbol within one letter, if there is only one. */
export function unlistedName(written: string, world: ParserWorld, messages: Messages): string {
  const word = written.replace(/^\$/, "").toLowerCase();
  const token = word.length < MIN_LETTERS || /\d/.test(word) ? undefined : nearToken(word, world.tokens);
  // "other" is not "ether".
  const symbol = token && editDistance(word, token.symbol.toLowerCase()) === 1 ? token.symbol : undefined;
  return symbol === undefined ? messages.unlisted(written) : messages.unlistedNear(written, symbol);
}

/** In shorter words one letter is too much. */
const MIN_LETTERS = 4;

/** A token of another chain may be listed in its wrapped form. */
export function wrappedToken(word: string, { tokens }: ParserWorld): ParserToken | undefined {
  const wrapped = `W${word.toUpperCase().replace(/^BITCOINS?$/, "BTC")}`;
  return tokens.find(({ symbol }) => symbol.toUpperCase() === wrapped);
}

const CUT = /\s*[,;(]|\s[-\u2013\u2014]/g;

/**
 * The words after a complete transfer, if they cause the refusal and only remark on it: "send 20 USDC to alice.sol, he'll
 * pay me back". Words that name an amount, a token, a person, a condition or only a time are more than a remark.
 */
function remarkAround(
  { command, atoms, language }: Trace,
  span: Span,
  world: ParserWorld,
): string | undefined {
  for (const { index } of command.matchAll(CUT)) {
    if (index > span.start) return undefined;
    const { outcome } = analyse(command.slice(0, index), world, language);
    if (!outcome.ok || outcome.command.action !== "transfer") continue;
    const after = atoms.filter(({ start }) => start >= index);
    const rest = command.slice(index).replace(/^[\s,;(\u2013\u2014-]+|[\s.!)]+$/g, "");
    return isRemark(after, language.lexicon) ? rest : undefined;
  }
  return undefined;
}

function isRemark(atoms: Atoms, { guardOf }: Language["lexicon"]): boolean {
  const words = atoms.filter(({ kind }) => kind !== "mark");
  const guards = words.map(({ text }) => guardOf(text));
  return (
    words.every((atom) => !isFigure(atom) && /^(?:word|unknown|noise|picture)$/.test(atom.kind)) &&
    !guards.some((name) => name === "condition" || name === "negation") &&
    !guards.every((name) => name === "schedule")
  );
}
