import { perObject, perText } from "../../kernel/memo.js";
import type { GroupName, Groups } from "../languages/groups.js";
import type { Language } from "../languages/language.js";
import type { Pattern } from "../languages/pattern.js";

export type SlotName = "in" | "out" | "except" | "all" | "same" | "pair" | "part" | "who";

export type SlotKind = "Q" | "T" | "B" | "P" | "N" | "R" | "A";
type Element =
  | { readonly type: "words"; readonly words: ReadonlySet<string>; readonly optional: boolean }
  | { readonly type: "slot"; readonly name: SlotName; readonly kind: SlotKind; readonly optional: boolean };

/** A pattern split into its elements. */
export interface Compiled {
  readonly pattern: Pattern;
  readonly elements: readonly Element[];
  /** Minimum number of items. */
  readonly least: number;
}

function compileElement(source: string, groups: Groups): Element {
  const optional = source.endsWith("?");
  const body = optional ? source.slice(0, -1) : source;
  const slot = /^([a-z]+):([QTBPNRA])$/.exec(body);
  if (slot !== null) return { type: "slot", name: slot[1] as SlotName, kind: slot[2] as SlotKind, optional };
  // Most elements are a group.
  if (/^[A-Z_]+$/.test(body)) return { type: "words", words: groups[body as GroupName], optional };
  const words = new Set<string>();
  for (const part of body.split("|")) {
    if (/^-[A-Z_]+$/.test(part)) for (const word of groups[part.slice(1) as GroupName]) words.delete(word);
    else if (!/^[A-Z_]+$/.test(part)) words.add(part);
    else for (const word of groups[part as GroupName]) words.add(word);
  }
  return { type: "words", words, optional };
}

/** Number of words whose patterns are kept, more than a language has. */
const WORDS = 10_000;

/** Returns the patterns of a language that a word can start, or without a word, those that a slot can start. */
export const grammarOf = perObject(({ patterns, lexicon: { groups } }: Language) => {
  const elementOf = perText(WORDS, (source) => compileElement(source, groups));
  const compiled = patterns.map((pattern): Compiled => {
    const elements = pattern.shape.split(" ").map(elementOf);
    return { pattern, elements, least: elements.filter(({ optional }) => !optional).length };
  });
  const startedBy = (word: string, { elements }: Compiled): boolean => {
    for (const element of elements) {
      if (element.type === "words" ? element.words.has(word) : word === "") return true;
      if (!element.optional) return false;
    }
    return false;
  };
  return perText(WORDS, (word) => compiled.filter((one) => startedBy(word, one)));
});
