// Checks the direction of imports between the parts of both packages.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import process from "node:process";

/**
 * Folders of mock-server/src by layer. A file may import from its own folder, from lower layers, and from folders in
 * BESIDE.
 */
const LAYERS = [
  ["testing", "cli", "."],
  ["server"],
  ["api", "control", "rpc"],
  ["world"],
  ["accounts", "faults", "history", "intents", "portfolio", "transactions"],
  ["ledger", "market", "parser"],
  ["fixtures", "state"],
  ["chain", "http"],
  ["kernel"],
];

/** Allowed imports between folders of the same layer, with the reason. */
const BESIDE = [
  "rpc > control", // surfpool's methods are control plane calls
  "cli > .", // a command creates a server
  "testing > .", // a fixture creates a server
  "control > api", // a command lists the contract decisions that the API applies
  "intents > transactions", // an order's costs limit its amount
  "market > ledger", // reserves are read from the chain
];

const layerOf = new Map(LAYERS.flatMap((folders, layer) => folders.map((folder) => [folder, layer])));

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return path.endsWith(".ts") && !path.endsWith(".test.ts") ? [path] : [];
  });
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(type\b)?[^;]*?\bfrom\s+"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/g;
const importsOf = (file) =>
  [...readFileSync(file, "utf8").matchAll(IMPORT)].map(([, type, target, loadedLater]) => ({
    target: target ?? loadedLater,
    // Type imports do not exist at run time, and dynamic imports run after initialisation.
    atLoad: type === undefined && loadedLater === undefined,
  }));

/** Finds an import cycle. One of its files would run before the files that it imports are initialised. */
function cycleIn(files) {
  const visited = new Set();
  const path = [];
  const visit = (file) => {
    const start = path.indexOf(file);
    if (start >= 0) return [...path.slice(start), file];
    if (visited.has(file)) return undefined;
    visited.add(file);
    path.push(file);
    for (const { target, atLoad } of importsOf(file)) {
      if (!atLoad || !target.startsWith(".")) continue;
      const cycle = visit(relative(process.cwd(), resolve(dirname(file), target)).replace(/\.js$/, ".ts"));
      if (cycle) return cycle;
    }
    path.pop();
    return undefined;
  };
  for (const file of files) {
    const cycle = visit(file);
    if (cycle) return cycle;
  }
  return undefined;
}

const complaints = [];
const root = "mock-server/src";
const used = new Set();
const folderOf = (path) => (path.includes("/") ? path.split("/")[0] : ".");
for (const file of filesBelow(root)) {
  const folder = folderOf(relative(root, file));
  const own = layerOf.get(folder);
  if (own === undefined)
    complaints.push(`${file}: the folder ${folder} has no layer; add it to scripts/checks/boundaries.mjs`);
  for (const { target } of importsOf(file)) {
    if (target === "intent-tx" && own !== 0)
      complaints.push(`${file}: only the top layer may import the SDK`);
    if (target.startsWith("intent-tx/") && target !== "intent-tx/contract" && own !== 0) {
      complaints.push(
        `${file}: imports ${target}; only the top layer may import more than intent-tx/contract`,
      );
    }
    if (target === "litesvm" || target.startsWith("litesvm/")) {
      if (!/ledger\/svm\/svm(-native)?\.ts$/.test(file))
        complaints.push(`${file}: only ledger/svm/svm.ts and its loader may import LiteSVM`);
    }
    if (!target.startsWith(".")) continue;
    const otherFolder = folderOf(relative(root, resolve(dirname(file), target)));
    const other = layerOf.get(otherFolder);
    if (own === undefined || other === undefined || folder === otherFolder) continue;
    const pair = `${folder} > ${otherFolder}`;
    if (other < own) complaints.push(`${file}: imports ${target}, which is in a higher layer`);
    else if (other > own) continue;
    else if (BESIDE.includes(pair)) used.add(pair);
    else complaints.push(`${file}: imports ${target}, which is in the same layer; BESIDE does not allow it`);
  }
}
for (const pair of BESIDE) {
  if (!used.has(pair)) complaints.push(`scripts/checks/boundaries.mjs: no file needs "${pair}" in BESIDE`);
}
for (const file of filesBelow("src")) {
  for (const { target } of importsOf(file)) {
    if (target.includes("mock-server")) complaints.push(`${file}: the SDK never imports the mock server`);
    if (target.startsWith("node:") && !file.startsWith("src/node/")) {
      complaints.push(`${file}: imports ${target}; only src/node may import Node`);
    }
  }
}
for (const folder of [root, "src"]) {
  const cycle = cycleIn(filesBelow(folder));
  if (cycle) complaints.push(`files import each other in a cycle: ${cycle.join(" > ")}`);
}
if (complaints.length > 0) {
  console.error(complaints.join("\n"));
  process.exit(1);
}
console.log("imports point one way");
