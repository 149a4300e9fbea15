// Writes docs/grammar.md and docs/grammar-spanish.md from the pattern tables and the lexicons.
import { mkdirSync, writeFileSync } from "node:fs";
import { grammarPages } from "./grammar-text.js";

mkdirSync("docs", { recursive: true });
for (const [path, text] of grammarPages()) writeFileSync(path, text);
