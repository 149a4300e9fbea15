import type { Token } from "../../world/tokens.js";
import type { Language } from "../languages/language.js";
import { PART } from "../languages/lexicon.js";
import type { Atom, Atoms } from "../text/atom.js";
import { type Constituent, isDollarToken, tokenAt, word } from "./named-token.js";
import type { Quantity, QuantityKind } from "./quantity.js";

/** "USDC 10", "SOL $50", "SOL worth $50", "SOL 50%". */
export function tokenFirst(items: Atoms, at: number, language: Language): Constituent<Quantity> | undefined {
  const named = tokenAt(items, at, language);
  if (named === undefined) return undefined;
  const { token, atom } = named.value;
  const figure = items[named.next];
  if (figure?.value !== undefined) {
    const kind = kindOf(figure, token);
    if (kind === undefined || figure.form === "grand") return undefined;
    const value = { kind, token, value: figure.value, figure, named: atom, trailing: true } as const;
    return { value, next: named.next + 1 };
  }
  const dollars = items[named.next + 1];
  if (
    !language.amounts.worth.has(word(items, named.next)) ||
    dollars?.kind !== "usd" ||
    dollars.value === undefined
  )
    return undefined;
  return {
    value: {
      kind: "usd",
      token: named.value.token,
      value: dollars.value,
      figure: dollars,
      named: named.value.atom,
    },
    next: named.next + 2,
  };
}

/** The kind of quantity that a figure beside a token's name states. */
function kindOf(figure: Atom, token: Token): QuantityKind | undefined {
  if (figure.kind === "number") return "exact";
  if (figure.kind === "usd") return isDollarToken(token) ? "exact" : "usd";
  return figure.kind === "part" && figure.text === PART.percent ? "fraction" : undefined;
}
