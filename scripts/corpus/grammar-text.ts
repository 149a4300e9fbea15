import { FACTORS, PARSER_VERSION } from "../../mock-server/src/parser/confidence/confidence.js";
import { ENGLISH } from "../../mock-server/src/parser/languages/english/english.js";
import type { Language } from "../../mock-server/src/parser/languages/language.js";
import type { GroupName } from "../../mock-server/src/parser/languages/groups.js";
import type { Pattern } from "../../mock-server/src/parser/languages/pattern.js";
import { spanish } from "../../mock-server/src/parser/languages/spanish/spanish.js";
import { RANK } from "../../mock-server/src/parser/questions/topic.js";
import { groupTable, sectionTables, wordsOf } from "./grammar-words.js";

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
  return `| ${id} | \`${shape.replaceAll("|", "\\|")}\` | ${kinds.join(", ")} | ${rare ? "rare" : "usual"} | \`${example}\` |`;
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

A question starts with a question word, a request to show something, or its topic. A question contains only question words,
tokens and addresses. If a question contains words from several topics, the parser usually chooses the first of these:
${RANK.join(", ")}.

| topic | words |
|---|---|
${QUERY_TOPICS.map((name) => `| ${name.slice(2).toLowerCase()} | ${wordsOf(language, name)} |`).join("\n")}

## Words

${groupTable(language, groupsUsed(language))}

## Other words

These groups contain polite words, words that prevent an order, and question words. A word can be in several groups.

${groupTable(language, otherGroups(language))}

## Words by parser stage

The parser works in stages, and each stage looks for its own words. The names in the first column are those used in
\`mock-server/src/parser/languages\`. Entries in code font in the second column are regular expressions. In an entry with a colon,
the word after the colon replaces or classifies the words before it.

${sectionTables(language)}
`;
}

const written = (title: string, description: string): string => `---
title: ${title}
group: Reference
search: false
description: ${description}
---

<!-- Written by \`npm run corpus:grammar\` from mock-server/src/parser. Do not edit. -->

# ${title}
`;

/** docs/grammar-spanish.md: the Spanish patterns and words. */
const spanishDocument =
  (): string => `${written("Spanish command grammar", "All Spanish patterns and words that the parser reads.")}
The parser processes Spanish commands in the same stages as English commands, with the words below. [Command grammar](grammar.md)
explains the shapes, and defines amounts, tokens and recipients. A command is read as Spanish only if it contains a word that is not in
the English grammar. A number such as "1.500" is rejected, because it means 1500 in some countries and 1.5 in others.

${tables(spanish())}`;

/** docs/grammar.md: the pattern table, the words of each group, and the confidence factors. */
function englishDocument(): string {
  return `${written("Command grammar", "All English patterns and words that the parser reads.")}
Version ${PARSER_VERSION}. A command is an order (a swap or a transfer) or a question. Polite words such as "please" and hints such as
"using Jupiter" are ignored. A command is accepted only if exactly one reading uses all its other words. The parser never fills in a
missing amount, token or recipient. Instead, it rejects the order and returns the reason.

In a shape, \`GROUP\` matches any word in the group with this name, and a lowercase word matches itself. \`|\` separates alternatives,
\`?\` marks an optional word, and \`-GROUP\` excludes a group's words. The other elements are:

| element | meaning |
|---|---|
| \`in:Q\`, \`out:Q\` | an amount with its token; \`in\` is spent exactly, \`out\` is received exactly |
| \`in:T\`, \`out:T\` | the token that is spent or received |
| \`in:B\` | the token that is spent, or its balance ("my USDC balance") |
| \`pair:T\`, \`part:P\` | the first token of a pair, and the part of its balance to spend ("50%") |
| \`except:Q\` | the amount to keep |
| \`all:Q\`, \`same:T\` | "all" of the kept amount's token, or this token again |
| \`who:R\` | the recipient |

The parser tries all shapes. If two readings differ, the command is rejected.

An amount is \`exact\` ("1.5 SOL", "SOL 1.5", "two hundred USDC", "500000 lamports"), \`usd\` ("$20 of SOL", "20 dollars
worth of SOL"), \`worth\` ("100 USDC worth of BONK"), a \`fraction\` of the balance ("half of my SOL", "25% of my SOL", "all my SOL"),
or \`except\` ("everything except 0.1 SOL"). A token is specified by its symbol, name or mint. It can follow one of these words:
${wordsOf(ENGLISH, "DET")}. A recipient is a base58 address or a \`.sol\` name. A swap can include a slippage: "with 0.5% slippage",
"max slippage 50 bps". [Spanish](grammar-spanish.md) has its own grammar.

${tables(ENGLISH)}
## Confidence

The confidence does not affect whether a command is accepted. The parser multiplies the factors below and looks up the product in a
calibration table. For each range of products, the table contains the lower 95% bound of the accuracy that was measured on the corpus and
on our own labelled commands.

| evidence | factor |
|---|---|
${Object.entries(FACTORS)
  .map(([name, value]) => `| \`${name}\` | ${value} |`)
  .join("\n")}
`;
}

/** The generated pages about commands, by path. */
export const grammarPages = (): ReadonlyMap<string, string> =>
  new Map([
    ["docs/grammar.md", englishDocument()],
    ["docs/grammar-spanish.md", spanishDocument()],
  ]);
