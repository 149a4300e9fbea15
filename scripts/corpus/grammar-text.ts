import { FACTORS, PARSER_VERSION } from "../../mock-server/src/parser/confidence/confidence.js";
import { ENGLISH } from "../../mock-server/src/parser/languages/english/english.js";
import { ENGLISH_GROUPS } from "../../mock-server/src/parser/languages/english/words/groups.js";
import type { Language } from "../../mock-server/src/parser/languages/language.js";
import type { GroupName } from "../../mock-server/src/parser/languages/groups.js";
import type { Pattern } from "../../mock-server/src/parser/languages/pattern.js";
import { spanish } from "../../mock-server/src/parser/languages/spanish/spanish.js";
import { RANK } from "../../mock-server/src/parser/questions/topic.js";
import { examplesOf } from "./grammar-examples.js";

const QUERY_TOPICS = ["Q_PRICE", "Q_BALANCE", "Q_PORTFOLIO", "Q_HISTORY", "Q_QUOTE"] as const;

function groupsUsed({ patterns }: Language): GroupName[] {
  const names = patterns.flatMap(({ shape }) => shape.match(/\b[A-Z_]{2,}\b/g) ?? []);
  return [...new Set(names)] as GroupName[];
}

/** Groups that prevent an order: those that no pattern uses, without polite words. */
function preventing(language: Language): GroupName[] {
  const used = new Set<string>([...groupsUsed(language), "noise", "opener", "closer"]);
  const names = Object.keys(ENGLISH_GROUPS) as GroupName[];
  return names.filter(
    (name) => name === name.toLowerCase() && !used.has(name) && language.lexicon.groups[name].size > 0,
  );
}

const cell = (text: string): string => text.replaceAll("|", "\\|");

/** A group's words as a table cell: single words first, and at most `most` of them. */
function wordsOf({ lexicon }: Language, name: GroupName, most = 8): string {
  const words = [...lexicon.groups[name]].sort((a, b) => a.split(" ").length - b.split(" ").length);
  const rest = words.length - most;
  return cell([...words.slice(0, most), ...(rest > 0 ? [`… (${rest} more)`] : [])].join(", ")).replaceAll("<", "&lt;");
}

function groupTable(language: Language, names: readonly GroupName[]): string {
  const rows = names.map((name) => `| \`${name}\` | ${wordsOf(language, name)} |`);
  return ["| group | words |", "|---|---|", ...rows].join("\n");
}

/** All amounts, unless a pattern is restricted to some of them. */
const USUAL = 4;

const HEAD = "| shape | amounts | examples |\n|---|---|---|";

/** A language's order patterns, question topics and words. */
function tables(language: Language): string {
  const row = (pattern: Pattern, index: number): string => {
    const { shape, kinds, rare } = pattern;
    const amounts = kinds.length === USUAL ? "all" : kinds.join(", ");
    const shown = examplesOf(pattern, language, index)
      .map((example) => `\`${example}\``)
      .join("<br>");
    return `| \`${cell(shape)}\`${rare ? " (rare)" : ""} | ${amounts} | ${shown} |`;
  };
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

A question starts with a question word, a request to show something, or its topic, and contains only question words, tokens and
addresses. If it contains words from several topics, the parser usually chooses the first of these: ${RANK.join(", ")}.

| topic | words |
|---|---|
${QUERY_TOPICS.map((name) => `| ${name.slice(2).toLowerCase()} | ${wordsOf(language, name)} |`).join("\n")}

## Words

${groupTable(language, groupsUsed(language))}

## Words that prevent an order

A command with one of these words is not an order, or the service cannot execute it.

${groupTable(language, preventing(language))}
`;
}

const written = (title: string, description: string): string => `---
title: ${title}
group: Reference
description: ${description}
keywords: command grammar
---

<!-- Written by \`npm run corpus:grammar\` from mock-server/src/parser. Do not edit. -->

# ${title}
`;

/** docs/grammar-spanish.md: the Spanish patterns and words. */
const spanishDocument =
  (): string => `${written("Spanish command grammar", "The Spanish patterns that the parser reads, with examples.")}
[Command grammar](grammar.md) explains the shapes, and defines amounts, tokens and recipients. A command is read as Spanish only if it contains a word that is not in
the English grammar. A number such as "1.500" is rejected, because it means 1500 in some countries and 1.5 in others.

${tables(spanish())}`;

/** docs/grammar.md: the pattern table, the words of each group, and the confidence factors. */
function englishDocument(): string {
  return `${written("Command grammar", "The English patterns that the parser reads, with examples.")}
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

The parser tries all shapes. If two readings differ, the command is rejected. A shape marked as rare lowers the confidence. Tables
of words show the first few. To see how a command is read, type it in the [playground](playground.md).

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
