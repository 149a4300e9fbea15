import type { Fault } from "../orders/resolve.js";
import type { SlippageFound } from "../orders/slippage.js";
import type { Atom } from "../text/atom.js";
import { hasForeignLetters } from "../text/gate.js";
import type { TokenIndex } from "../text/token-index.js";

const DATA_MARKS = new Set(['"', "{", "}", "<", "[", "]", "`", "|", "\\", "="]);

/** Words of another, a link, or data: about an order, not one. */
export function quotation(atoms: readonly Atom[]): Fault | undefined {
  const sign = atoms.find(
    (atom, at) =>
      atom.kind === "url" || (atom.kind === "mark" && DATA_MARKS.has(atom.text) && !isSetting(atoms, at)),
  );
  if (sign === undefined) return undefined;
  const message = "Quotations, links and data are not read as orders.";
  return { reason: "not_a_command", message, span: { start: sign.start, end: sign.end } };
}

/** "slippage=1%". */
const isSetting = (atoms: readonly Atom[], at: number): boolean =>
  atoms[at]?.text === "=" && atoms[at - 1]?.text === "slippage";

const STROKED: Readonly<Record<string, string>> = { ð: "d", đ: "d", ø: "o", ł: "l", ı: "i", ħ: "h", ŧ: "t" };

/** Another language, unless a word is a token's symbol in disguise ("USÐC"). */
export function foreignFault(atoms: readonly Atom[], index: TokenIndex): Fault {
  for (const atom of atoms) {
    if (atom.kind !== "unknown" || !hasForeignLetters(atom.text)) continue;
    const plain = atom.text
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .replace(/[^\x20-\x7e]/g, (char) => STROKED[char] ?? char);
    if (!index.byName.has(plain)) continue;
    const message = `"${atom.text}" looks like ${plain.toUpperCase()} and is not. Retype it.`;
    return { reason: "unsafe_text", message, span: { start: atom.start, end: atom.end } };
  }
  return { reason: "non_english", message: "Only English is understood." };
}

/** What is wrong with the slippage, where nothing better explains a refusal. */
export function slippageFault(slippage: SlippageFound, otherwise: Fault): Fault | undefined {
  const unclear = otherwise.reason === "not_a_command" || otherwise.reason === "unsupported_action";
  return slippage.kind !== "none" && unclear && slippage.kind !== "bps"
    ? slippageRefusal(slippage)
    : undefined;
}

/** Why a slippage is refused. */
export function slippageRefusal(slippage: Exclude<SlippageFound, { kind: "none" | "bps" }>): Fault {
  const invalid = slippage.kind === "invalid_slippage";
  const message = invalid
    ? "Slippage is a whole number of basis points from 1 to 1000 (0.01% to 10%)."
    : 'Give slippage once and with its unit: "1%" or "50 bps".';
  return { reason: slippage.kind, message, span: slippage.span };
}
