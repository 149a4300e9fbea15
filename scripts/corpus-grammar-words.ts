import type { Language } from "../mock-server/src/parser/languages/language.js";
import type { GroupName } from "../mock-server/src/parser/languages/lexicon.js";

// "execute a trade of", "make a payment of": phrases that are made by a rule.
const MADE =
  /^(?:do|make|perform|execute|initiate|carry out|process|place|send|give|pay|swap|trade|exchange) .*(?:of|swap|trade|exchange|conversion|transfer|payment|donation|tip|gift)$/;

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("<", "&lt;");

/** Words as a cell of a table; of phrases that are made by a rule, the first stands for all. */
export function listed(all: Iterable<string>): string {
  const words = [...all];
  const made = words.filter((phrase) => MADE.test(phrase));
  const written = words.filter((phrase) => !MADE.test(phrase));
  const first = made.slice(0, 1).map((phrase) => `${phrase} (and ${made.length - 1} of the same make)`);
  return cell([...first, ...written].join(", "));
}

/** The words of a group. */
export const wordsOf = (language: Language, name: GroupName): string => listed(language.lexicon.groups[name]);

/** A table of some of a language's groups. */
export function groupTable(language: Language, names: readonly GroupName[]): string {
  const rows = names.map((name) => `| \`${name}\` | ${wordsOf(language, name)} |`);
  return ["| group | words |", "|---|---|", ...rows].join("\n");
}

// Their words are told elsewhere on the page, or are no words.
const TOLD_APART: ReadonlySet<string> = new Set(["tag", "lexicon", "patterns", "grammar", "messages"]);

/** One table for each other section of a language: its sets of words and its expressions, by the names they have there. */
export function sectionTables(language: Language): string {
  return Object.entries(language)
    .filter(([name]) => !TOLD_APART.has(name))
    .map(([name, section]) => {
      const rows = Object.entries(section as Record<string, unknown>).flatMap(([part, value]) => {
        const told = tell(value);
        return told === "" ? [] : [`| ${spaced(part)} | ${told} |`];
      });
      return [`### ${spaced(name)}`, "", "| part | words |", "|---|---|", ...rows].join("\n");
    })
    .join("\n\n");
}

/** "ownPlaces" as "own places". */
const spaced = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function tell(value: unknown): string {
  if (value instanceof RegExp) return `\`${cell(value.source)}\``;
  if (value instanceof Map) {
    const entries = [...(value as Map<string, unknown>)];
    return listed(
      entries.map(([word, stands]) => (typeof stands === "string" ? `${word}: ${stands}` : word)),
    );
  }
  return value instanceof Set ? listed(value as Set<string>) : "";
}
