import { FACTORS, PARSER_VERSION } from "../mock-server/src/parser/confidence/confidence.js";
import { ENGLISH } from "../mock-server/src/parser/languages/english/english.js";
import type { Language } from "../mock-server/src/parser/languages/language.js";
import type { GroupName } from "../mock-server/src/parser/languages/lexicon.js";
import { spanish } from "../mock-server/src/parser/languages/spanish/spanish.js";
import type { Pattern } from "../mock-server/src/parser/orders/match.js";
import { groupTable, sectionTables, wordsOf } from "./corpus-grammar-words.js";

const QUERY_TOPICS = ["Q_PRICE", "Q_BALANCE", "Q_PORTFOLIO", "Q_HISTORY", "Q_QUOTE"] as const;

function groupsUsed({ patterns }: Language): GroupName[] {
  const names = patterns.flatMap(({ shape }) => shape.match(/\b[A-Z_]{2,}\b/g) ?? []);
  return [...new Set(names)] as GroupName[];
}

/** Lexicon groups that no pattern uses. */
function otherGroups(language: Language): GroupName[] {
  const used = new Set(groupsUsed(language));
  const topics: ReadonlySet<string> = new Set(QUERY_TOPICS);
  return (Object.keys(language.lexicon.groups) as GroupName[]).filter(
    (name) => !used.has(name) && !topics.has(name),
  );
}

function row({ id, shape, kinds, rare, example }: Pattern): string {
  return `| ${id} | \`${shape.replaceAll("|", "\\|")}\` | ${kinds.join(", ")} | ${rare === true ? "rare" : "usual"} | \`${example}\` |`;
}

const HEAD = "| pattern | shape | amounts | order of words | example |\n|---|---|---|---|---|";

/** A language's order patterns, question topics and words. */
function tables(language: Language): string {
  const table = (action: Pattern["action"]): string =>
    language.patterns
      .filter((pattern) => pattern.action === action)
      .map(row)
      .join("\n");
  return `## Swaps

${HEAD}
${table("swap")}

## Transfers

${HEAD}
${table("transfer")}

## Questions

A question opens with a question word, a request to show, or its topic, and holds nothing but words of questions,
tokens and addresses. The topic is the first of these that is named.

| topic | words |
|---|---|
${QUERY_TOPICS.map((name) => `| ${name.slice(2).toLowerCase()} | ${wordsOf(language, name)} |`).join("\n")}

## Words

${groupTable(language, groupsUsed(language))}

## Other words

Politeness, words that stand in the way of an order, and words of questions. A word may be in several groups.

${groupTable(language, otherGroups(language))}

## Words that stages look for

Each row is a set of words by the part that it plays, as \`mock-server/src/parser/languages\` names it; a row in small type is
an expression.

${sectionTables(language)}
`;
}

const written = (title: string, description: string): string => `---
title: ${title}
group: Reference
description: ${description}
---

<!-- Written by \`npm run corpus:grammar\` from mock-server/src/parser. Do not edit. -->

# ${title}
`;

/** docs/grammar-spanish.md: the Spanish patterns and words. */
const spanishDocument =
  (): string => `${written("The grammar of commands in Spanish", "Every Spanish pattern and every Spanish word that the parser knows.")}
A command in Spanish goes through the same stages as one in English, with the words below; [the grammar of
commands](grammar.md) tells how shapes are read, and what an amount, a token and a recipient are. Spanish is looked at only
where a command holds a word that English has not. A figure such as "1.500" is refused: it is 1500 in some countries and 1.5 in others.

${tables(spanish())}`;

/** docs/grammar.md: the pattern table, the words of each group, and the confidence factors. */
function englishDocument(): string {
  return `${written("The grammar of commands", "Every pattern and every word that the parser knows.")}
Version ${PARSER_VERSION}. A command is an order (a swap or a transfer) or a question. Politeness and hints such as
"please" or "using Jupiter" are dropped; every word that is left must have a part in exactly one reading. Nothing is
filled in: an order without an amount, a token or a recipient is refused with a reason.

In a shape, \`GROUP\` is any of the words listed below, a word in small letters is itself, \`in:Q\` and \`out:Q\` are
amounts with their token (the first is spent, the second received exactly), \`in:T\` and \`out:T\` are tokens, \`in:B\` a
token or the balance of it that is drawn on ("my USDC balance"), \`part:P\` is a part of what the pair
gives, \`who:R\` is a recipient, \`?\` marks what may be left out, \`-GROUP\` takes words out again. All shapes are tried; two readings that
differ are a refusal.

An amount is \`exact\` ("1.5 SOL", "SOL 1.5", "two hundred USDC", "500000 lamports"), \`usd\` ("$20 of SOL", "20 dollars
worth of SOL"), a \`fraction\` of the balance ("half of my SOL", "25% of my SOL", "all my SOL"), or \`except\` ("everything
except 0.1 SOL"). A token is a symbol, a name or a mint on the list, with or without ${wordsOf(ENGLISH, "DET")} before it; a recipient is a base58 address or a \`.sol\` name.
Slippage may be spoken in a swap: "with 0.5% slippage", "max slippage 50 bps". [Spanish](grammar-spanish.md) has a grammar of its own.

${tables(ENGLISH)}
## Confidence

Acceptance is decided by the reading alone. The confidence tells how often readings with the same evidence were right:
the factors below are multiplied, and the product is looked up in a calibration made from the labelled corpus (the
lower 95 % bound of each range's share).

| evidence | factor |
|---|---|
${Object.entries(FACTORS)
  .map(([name, value]) => `| ${name.replaceAll("_", " ")} | ${value} |`)
  .join("\n")}
`;
}

/** The generated pages about commands, by path. */
export const grammarPages = (): ReadonlyMap<string, string> =>
  new Map([
    ["docs/grammar.md", englishDocument()],
    ["docs/grammar-spanish.md", spanishDocument()],
  ]);
