import { perObject, perText } from "../../kernel/memo.js";
import type { GroupName } from "../languages/groups.js";
import type { Language } from "../languages/language.js";
import type { Pattern } from "../languages/pattern.js";

export type SlotName = "in" | "out" | "except" | "all" | "same" | "pair" | "part" | "who";

export type SlotKind = "Q" | "T" | "B" | "P" | "N" | "R" | "A";
type Element =
  | { readonly type: "words"; readonly words: WordChoice; readonly optional: boolean }
  | { readonly type: "slot"; readonly name: SlotName; readonly kind: SlotKind; readonly optional: boolean };

/** The words of an element: those of any set, except the last words. */
export interface WordChoice {
  readonly any: readonly ReadonlySet<string>[];
  readonly except: ReadonlySet<string> | undefined;
}

export const isOneOf = (word: string, { any, except }: WordChoice): boolean =>
  any.some((words) => words.has(word)) && except?.has(word) !== true;

/** A pattern split into its elements. */
export interface Compiled {
  readonly pattern: Pattern;
  readonly elements: readonly Element[];
  /** Minimum number of items. */
  readonly least: number;
}

function compileElement(source: string, groups: Language["lexicon"]["groups"]): Element {
  const optional = source.endsWith("?");
  const body = optional ? source.slice(0, -1) : source;
  const slot = /^([a-z]+):([QTBPNRA])$/.exec(body);
  if (slot !== null) return { type: "slot", name: slot[1] as SlotName, kind: slot[2] as SlotKind, optional };
  const parts = body.split("|");
  const any = parts
    .filter((part) => !part.startsWith("-") || part === "->")
    .map((part) => (/^[A-Z_]+$/.test(part) ? groups[part as GroupName] : new Set([part])));
  const except = parts.find((part) => /^-[A-Z]/.test(part));
  return {
    type: "words",
    words: { any, except: except === undefined ? undefined : groups[except.slice(1) as GroupName] },
    optional,
  };
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
      if (element.type === "words" ? isOneOf(word, element.words) : word === "") return true;
      if (!element.optional) return false;
    }
    return false;
  };
  return perText(WORDS, (word) => compiled.filter((one) => startedBy(word, one)));
});
