// npm run bench [-- NAME…]: runs all rows of bench/rows, or those whose name or file begins with NAME. A run of all
// rows writes RESULTS.md.
import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { arch, cpus, loadavg, platform } from "node:os";
import process from "node:process";
import { fileURLToPath } from "node:url";

const BENCH = fileURLToPath(new URL("./", import.meta.url));
/** Per row: number of measured blocks, CPU time per block, and uncounted warm-up blocks after a side's warm-up calls. */
const [BLOCKS, BLOCK_MS, WARM_UP] = [9, 200, 1];
const HEAD = ["row", "cost", "peer", "its cost", "ratio", "quartiles", "goal", ""];

/** The peers are not dependencies of the project: the first run installs them here. */
function installPeers() {
  const installed = `${BENCH}node_modules/.package-lock.json`;
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(`${BENCH}package-lock.json`).mtimeMs)
    return;
  console.error("Installing the peers of the benchmarks; this takes some seconds …");
  execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", BENCH], {
    shell: process.platform === "win32",
    stdio: ["ignore", "ignore", "inherit"],
  });
}

async function rowsOf(names) {
  const files = readdirSync(`${BENCH}rows`).sort();
  const rows = [];
  for (const name of files) {
    const file = name.replace(".mjs", "");
    for (const row of (await import(`./rows/${name}`)).rows) rows.push({ file, ...row });
  }
  const chosen = rows.filter(
    ({ name, file }) =>
      names.length === 0 || names.some((part) => name.startsWith(part) || file.startsWith(part)),
  );
  if (chosen.length === 0)
    throw new Error(`no row is called ${names}; there are ${rows.map(({ name }) => name).join(", ")}`);
  return chosen;
}

/** Starts the process of a side; undefined if the side is not available. */
async function startSide(row, name) {
  const child = fork(`${BENCH}side.mjs`, [row.file, row.name, name], {
    stdio: ["ignore", "ignore", 2, "ipc"],
  });
  const died = once(child, "exit").then(([code]) => {
    throw new Error(`${row.name}: the side ${name} ended with ${code}`);
  });
  died.catch(() => undefined);
  const answer = async () => (await Promise.race([once(child, "message"), died]))[0];
  const close = async () => {
    child.send({});
    await once(child, "exit");
  };
  const { ready } = await answer();
  if (!ready) return void (await close());
  const block = (ms) => {
    child.send({ ms });
    return answer();
  };
  return { name, block, close, costs: [] };
}

const sorted = (values) => [...values].sort((a, b) => a - b);
const median = (values) => sorted(values)[values.length >> 1];

/** Measures a row. Its sides take turns, block by block, so that neighbouring blocks can be compared. */
async function measure(row) {
  const { blocks = BLOCKS, ms = BLOCK_MS, warmUp = WARM_UP } = row;
  const sides = [];
  for (const name of Object.keys(row.sides)) {
    const side = await startSide(row, name);
    if (side) sides.push(side);
  }
  for (const { block } of sides) for (let round = 0; round < warmUp; round += 1) await block(ms);
  for (let round = 0; round < blocks; round += 1) {
    for (const { block, costs } of round % 2 === 0 ? sides : [...sides].reverse())
      costs.push((await block(ms)).cost);
  }
  for (const { close } of sides) await close();
  return sides;
}

function short(value) {
  if (value >= 1000) return value.toLocaleString("en", { maximumFractionDigits: 0 });
  return value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2);
}

const time = (ms) => (ms >= 1 ? `${short(ms)} ms` : `${short(1000 * ms)} µs`);

function goalCells(goal, value, unit = "") {
  if (!goal) return ["", ""];
  const { atMost, atLeast, reason } = goal;
  const met = atMost === undefined ? value >= atLeast : value <= atMost;
  const result = met ? "met" : `missed: ${reason}`;
  return [atMost === undefined ? `≥ ${atLeast}${unit}` : `≤ ${atMost}${unit}`, result];
}

function linesOf({ title, goals = {}, unit }, [own, ...peers]) {
  const told = ({ costs }) => (unit ? `${short(median(costs))} ${unit}` : time(median(costs)));
  const lines = peers.map((peer) => {
    const goal = goals[peer.name];
    // "At least" is a minimum for how many times faster, and "at most" a maximum for how many times slower.
    const ratios = sorted(
      own.costs.map((cost, at) => (goal?.atLeast ? peer.costs[at] / cost : cost / peer.costs[at])),
    );
    const spread = [ratios[ratios.length >> 2], ratios[(3 * ratios.length) >> 2]];
    return [
      title,
      told(own),
      peer.name,
      told(peer),
      `${short(median(ratios))} ${goal?.atLeast ? "× its rate" : "×"}`,
      spread.map(short).join(" – "),
      ...goalCells(goal, median(ratios)),
    ];
  });
  if (goals.cost || peers.length === 0)
    lines.push([
      title,
      told(own),
      "",
      "",
      "",
      "",
      ...goalCells(goals.cost, median(own.costs), ` ${unit ?? "ms"}`),
    ]);
  return lines;
}

const commit = execFileSync("git", ["rev-parse", "--short=12", "HEAD"], { encoding: "utf8" }).trim();

const page = (lines) => `# Results

\`npm run bench\` at commit ${commit} on ${new Date().toISOString().slice(0, 10)}: ${platform()} ${arch()}, ${cpus()[0]?.model.trim()} × ${cpus().length}.
node ${process.versions.node}, ${Object.entries(
  JSON.parse(readFileSync(`${BENCH}package.json`, "utf8")).devDependencies,
)
  .map((entry) => entry.join(" "))
  .join(", ")}.

Each side of a row runs in a separate process. The sides run in alternating blocks, and a ratio is the median of the ratios of adjacent blocks.
Costs are CPU time per call. Only ratios can be compared between machines. The load average at the end was ${loadavg()[1].toFixed(1)}. If it
exceeds the number of processors, ratios are less exact.

| ${HEAD.join(" | ")} |
|${" --- |".repeat(HEAD.length)}
${lines.map((line) => `| ${line.join(" | ")} |`).join("\n")}
`;

const names = process.argv.slice(2);
installPeers();
const lines = [];
for (const row of await rowsOf(names)) {
  for (const line of linesOf(row, await measure(row))) {
    console.log(line.filter(Boolean).join("  "));
    lines.push(line);
  }
}
if (names.length === 0) writeFileSync(`${BENCH}RESULTS.md`, page(lines));
