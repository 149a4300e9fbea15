import type { Language } from "../languages/language.js";
import type { SlippageFound } from "../orders/slippage.js";
import type { Atoms } from "../text/atom.js";
import { hasForeignLetters } from "../text/gate.js";
import type { TokenIndex } from "../text/token-index.js";
import type { Diagnosis } from "./reasons.js";

const DATA_MARKS = new Set(['"', "{", "}", "<", "[", "]", "`", "|", "\\", "="]);

/** Words of another, a link, or data: about an order, not one. */
export function quotation(atoms: Atoms, { lexicon, messages }: Language): Diagnosis | undefined {
  const sign = atoms.find(
    (atom, at) =>
      atom.kind === "url" ||
      (atom.kind === "mark" && DATA_MARKS.has(atom.text) && !isSetting(atoms, at, lexicon.groups.SLIPPAGE)),
  );
  if (sign === undefined) return undefined;
  return { reason: "not_a_command", message: messages.quotation, span: { start: sign.start, end: sign.end } };
}

/** "slippage=1%". */
const isSetting = (atoms: Atoms, at: number, nouns: ReadonlySet<string>): boolean =>
  atoms[at]?.text === "=" && nouns.has(atoms[at - 1]?.text ?? "");

const STROKED: Readonly<Record<string, string>> = { ð: "d", đ: "d", ø: "o", ł: "l", ı: "i", ħ: "h", ŧ: "t" };

/** Another language, unless a word is a token's symbol in disguise ("USÐC"). */
export function foreignDiagnosis(atoms: Atoms, index: TokenIndex, language: Language): Diagnosis {
  const { messages } = language;
  for (const atom of atoms) {
    if (atom.kind !== "unknown" || !hasForeignLetters(atom.text, language)) continue;
    const plain = atom.text
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .replace(/[^\x20-\x7e]/g, (char) => STROKED[char] ?? char);
    if (!index.byName.has(plain)) continue;
    const message = messages.looksLike(atom.text, plain.toUpperCase());
    return { reason: "unsafe_text", message, span: { start: atom.start, end: atom.end } };
  }
  return { reason: "non_english", message: messages.onlyThisLanguage };
}

/** The diagnosis in the slippage, if nothing else explains the refusal better. */
export function slippageDiagnosis(
  slippage: SlippageFound,
  otherwise: Diagnosis,
  language: Language,
): Diagnosis | undefined {
  const unclear = otherwise.reason === "not_a_command" || otherwise.reason === "unsupported_action";
  return slippage.kind !== "none" && unclear && slippage.kind !== "bps"
    ? slippageRefusal(slippage, language)
    : undefined;
}

/** Why a slippage is refused. */
export function slippageRefusal(
  slippage: Exclude<SlippageFound, { kind: "none" | "bps" }>,
  { messages }: Language,
): Diagnosis {
  const invalid = slippage.kind === "invalid_slippage";
  const message = invalid ? messages.slippageBounds : messages.slippageUnit;
  return { reason: slippage.kind, message, span: slippage.span };
}
