import { explain } from "../../mock-server/src/parser/explain.js";
import type { GroupName } from "../../mock-server/src/parser/languages/groups.js";
import type { Language } from "../../mock-server/src/parser/languages/language.js";
import type { Pattern } from "../../mock-server/src/parser/languages/pattern.js";

const AMOUNTS: Readonly<Record<string, readonly string[]>> = {
  en: ["half of my $1", "$20 of $1", "all my $1", "2.5 $1"],
  es: ["la mitad de mi $1", "20 dólares de $1", "todo mi $1", "2.5 $1"],
};
const names = { "alice.sol": "5ZiFdXi4NbayK8o8X3TBb8cDjZCVNq8v6HGLEmn9hyZH" };

/** A pattern's example, and a second one with another verb or amount that the parser reads by the same pattern. */
export function examplesOf({ id, shape, example }: Pattern, { lexicon, tag }: Language, at: number): string[] {
  const groups = (shape.match(/\b[A-Z_]{2,}\b/g) ?? []) as GroupName[];
  const others = (word: string) =>
    groups
      .filter((name) => lexicon.groups[name].has(word.toLowerCase()))
      .flatMap((name) => [...lexicon.groups[name]])
      .filter((other) => /^[a-zñáéíóú]{3,}$/.test(other) && other !== word.toLowerCase());
  const verbs = example.split(" ").flatMap((word) =>
    others(word)
      .slice(0, 4)
      .map((other) => example.replace(word, other)),
  );
  const amounts = AMOUNTS[tag] ?? [];
  const turned = [...amounts.slice(at % amounts.length), ...amounts];
  const second = [...verbs, example]
    .flatMap((text) => [...turned.map((amount) => text.replace(/\b\d\S* ([A-Z]{3,4})\b/, amount)), text])
    .find((text) => {
      const { ok, candidates } = explain(text, { names });
      return text !== example && ok && candidates.length === 1 && candidates[0]?.pattern === id;
    });
  return second === undefined ? [example] : [example, second];
}
