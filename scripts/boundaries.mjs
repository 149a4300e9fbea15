// Holds the imports of both packages against the one direction in which the project's parts may know each other.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import process from "node:process";

/** Folders of mock-server/src by layer: a file may import from its own layer and those below it. */
const LAYERS = [
  ["testing", "cli", "."],
  ["server"],
  ["api", "rpc", "control"],
  ["http"],
  ["intents", "transactions", "accounts", "history", "portfolio"],
  ["ledger", "market", "parser"],
  ["state", "world"],
  ["kernel"],
];
const layerOf = new Map(LAYERS.flatMap((folders, layer) => folders.map((folder) => [folder, layer])));

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return path.endsWith(".ts") && !path.endsWith(".test.ts") ? [path] : [];
  });
}

const IMPORT = /(?:^|\n)\s*(?:import|export)\b[^;]*?\bfrom\s+"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/g;
const importsOf = (file) =>
  [...readFileSync(file, "utf8").matchAll(IMPORT)].map((match) => match[1] ?? match[2]);

const complaints = [];
const root = "mock-server/src";
for (const file of filesBelow(root)) {
  const folder = relative(root, file).includes("/") ? relative(root, file).split("/")[0] : ".";
  const own = layerOf.get(folder);
  if (own === undefined)
    complaints.push(`${file}: the folder ${folder} has no layer; name it in scripts/boundaries.mjs`);
  for (const target of importsOf(file)) {
    if (target === "intent-tx" && own !== 0)
      complaints.push(`${file}: only the composing files may import the SDK`);
    if (target.startsWith("intent-tx/") && target !== "intent-tx/contract" && own !== 0) {
      complaints.push(
        `${file}: imports ${target}; below the composing files only intent-tx/contract is known`,
      );
    }
    if (target === "litesvm" || target.startsWith("litesvm/")) {
      if (!/ledger\/svm(-native)?\.ts$/.test(file))
        complaints.push(`${file}: only ledger/svm.ts and its loader may touch LiteSVM`);
    }
    if (!target.startsWith(".")) continue;
    const path = relative(root, resolve(dirname(file), target));
    const other = layerOf.get(path.includes("/") ? path.split("/")[0] : ".");
    if (own !== undefined && other !== undefined && other < own) {
      complaints.push(`${file}: imports ${target}, which lies above it`);
    }
  }
}
for (const file of filesBelow("src")) {
  for (const target of importsOf(file)) {
    if (target.includes("mock-server")) complaints.push(`${file}: the SDK never imports the mock server`);
    if (target.startsWith("node:") && !file.startsWith("src/node/")) {
      complaints.push(`${file}: imports ${target}; only src/node may import Node`);
    }
  }
}
if (complaints.length > 0) {
  console.error(complaints.join("\n"));
  process.exit(1);
}
console.log("imports point one way");
