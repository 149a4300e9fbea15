// Writes docs/grammar.md from the pattern table and the lexicon.
import { mkdirSync, writeFileSync } from "node:fs";
import { grammarDocument } from "./corpus-grammar-text.js";

mkdirSync("docs", { recursive: true });
writeFileSync("docs/grammar.md", grammarDocument());
