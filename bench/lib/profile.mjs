// Where the time of a row goes: V8's profile of each side, summed by function.
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startSide } from "./run-row.mjs";

const FOLDER = fileURLToPath(new URL("../node_modules/.cache/profiles/", import.meta.url));
const SHOWN = 45;
const LENGTH_MS = 2000;

/** Writes one profile a side to bench/node_modules/.cache/profiles and prints its dearest functions. */
export async function profileRow(row) {
  for (const name of Object.keys(row.sides)) {
    const folder = `${FOLDER}${row.name}/${name.replaceAll(/\W+/g, "-")}`;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const side = await startSide(row, name, [
      "--cpu-prof",
      "--cpu-prof-interval=200",
      `--cpu-prof-dir=${folder}`,
    ]);
    if (!side) continue;
    const { cpu, wall } = await side.block(LENGTH_MS);
    await side.close();
    console.log(
      `\n${row.name}: ${name}: ${(cpu * 1000).toFixed(1)} µs CPU, ${(wall * 1000).toFixed(1)} µs wall a call`,
    );
    for (const file of readdirSync(folder)) console.log(`${folder}/${file}\n${dearest(`${folder}/${file}`)}`);
  }
}

/** The functions with the most time of their own, in per cent of the time that was not idle. */
function dearest(file) {
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(file, "utf8"));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const own = new Map();
  let busy = 0;
  samples.forEach((id, index) => {
    const { functionName, url, lineNumber } = byId.get(id).callFrame;
    if (functionName === "(idle)" || functionName === "(program)") return;
    const place = `${functionName || "(anonymous)"}  ${url.split("/").slice(-3).join("/")}:${lineNumber + 1}`;
    own.set(place, (own.get(place) ?? 0) + timeDeltas[index]);
    busy += timeDeltas[index];
  });
  return [...own]
    .sort(([, a], [, b]) => b - a)
    .slice(0, SHOWN)
    .map(([place, time]) => `${((100 * time) / busy).toFixed(1).padStart(6)} %  ${place}`)
    .join("\n");
}
