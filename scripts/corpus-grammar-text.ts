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

const HEAD = "| pattern | shape | amounts | word order | example |\n|---|---|---|---|---|";

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

A question starts with a question word, a request to show something, or its topic. It contains only question words, tokens and
addresses. If a question names several of these topics, the first one counts.

| topic | words |
|---|---|
${QUERY_TOPICS.map((name) => `| ${name.slice(2).toLowerCase()} | ${wordsOf(language, name)} |`).join("\n")}

## Words

${groupTable(language, groupsUsed(language))}

## Other words

Polite words, words that prevent an order, and question words. A word can be in several groups.

${groupTable(language, otherGroups(language))}

## Words that the stages look for

Each row lists the words for one role, under the name in \`mock-server/src/parser/languages\`. Rows in small type are
regular expressions.

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
Spanish commands go through the same stages as English commands, with the words below. [The grammar of commands](grammar.md) explains
how to read the shapes, and defines amounts, tokens and recipients. A command is read as Spanish only if it contains a word that English
does not have. A number such as "1.500" is rejected, because it means 1500 in some countries and 1.5 in others.

${tables(spanish())}`;

/** docs/grammar.md: the pattern table, the words of each group, and the confidence factors. */
function englishDocument(): string {
  return `${written("The grammar of commands", "Every pattern and every word that the parser knows.")}
Version ${PARSER_VERSION}. A command is an order (a swap or a transfer) or a question. Polite words and
hints such as "please" or "using Jupiter" are ignored. Every other word must have a role in exactly one reading. The parser never fills
in a missing amount, token or recipient: it rejects the order with a reason.

In a shape, \`GROUP\` matches any word in the group below, and a word in small letters matches itself. \`in:Q\` and \`out:Q\` are amounts
with their token: the first is spent exactly, the second is received exactly. \`in:T\` and \`out:T\` are tokens. \`in:B\` is a token or its
balance ("my USDC balance"). \`part:P\` is the part of the pair's input to spend. \`who:R\` is a recipient. \`?\` marks an optional word, and \`-GROUP\`
excludes the words of a group. All shapes are tried. If two readings differ, the command is rejected.

An amount is \`exact\` ("1.5 SOL", "SOL 1.5", "two hundred USDC", "500000 lamports"), \`usd\` ("$20 of SOL", "20 dollars
worth of SOL"), a \`fraction\` of the balance ("half of my SOL", "25% of my SOL", "all my SOL"), or \`except\` ("everything
except 0.1 SOL"). A token is a symbol, name or mint on the list, optionally preceded by ${wordsOf(ENGLISH, "DET")}. A recipient is a base58 address or a \`.sol\` name.
A swap can specify the slippage: "with 0.5% slippage", "max slippage 50 bps". [Spanish](grammar-spanish.md) has its own grammar.

${tables(ENGLISH)}
## Confidence

Only the reading determines whether a command is accepted. The confidence estimates how often readings with the same evidence were
correct. The factors below are multiplied, and the product is looked up in a calibration table from the labelled corpus, which contains
the lower 95 % bound of the accuracy in each range.

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
