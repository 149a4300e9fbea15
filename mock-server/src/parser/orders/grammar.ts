import { perObject } from "../../kernel/memo.js";
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
  const words = new Set<string>();
  for (const part of body.split("|")) {
    if (/^-[A-Z_]+$/.test(part)) for (const word of groups[part.slice(1) as GroupName]) words.delete(word);
    else if (!/^[A-Z_]+$/.test(part)) words.add(part);
    else for (const word of groups[part as GroupName]) words.add(word);
  }
  return { type: "words", words, optional };
}

/** A language's patterns, indexed by the words they can start with. */
export type Grammar = ReadonlyMap<string, readonly Compiled[]>;

/** The index entry of patterns that begin with a slot. */
export const BEGINS_WITH_SLOT = "";

/** The compiled grammar of a language. */
export const grammarOf = perObject(({ patterns, lexicon: { groups } }: Language): Grammar => {
  const grammar = new Map<string, Compiled[]>();
  for (const pattern of patterns) {
    const elements = pattern.shape.split(" ").map((source) => compileElement(source, groups));
    const entry = { pattern, elements, least: elements.filter(({ optional }) => !optional).length };
    const required = elements.findIndex(({ optional }) => !optional);
    for (const first of elements.slice(0, required + 1)) {
      for (const word of first.type === "words" ? first.words : [BEGINS_WITH_SLOT]) {
        grammar.set(word, [...(grammar.get(word) ?? []), entry]);
      }
    }
  }
  return grammar;
});
