// Writes results as text: for the console, and as the page bench/RESULTS.md.
import { arch, cpus, loadavg, platform } from "node:os";
import process from "node:process";
import { peerVersions } from "./peers.mjs";

/** Three figures that say something, and no more. */
function short(value) {
  if (value === undefined || Number.isNaN(value)) return "–";
  if (value >= 1000) return value.toLocaleString("en", { maximumFractionDigits: 0 });
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

const time = (microseconds) =>
  microseconds >= 1000 ? `${short(microseconds / 1000)} ms` : `${short(microseconds)} µs`;

const HEAD = ["row", "cost", "peer", "its cost", "ratio", "quartiles", "wall", "goal", ""];

function ratioCells(peer, goal) {
  // "At least" counts how much faster one is, "at most" how much dearer.
  const turned = goal?.atLeast !== undefined;
  const turn = (value) => (turned ? 1 / value : value);
  const [low, high] = peer.spread.map(turn).sort((a, b) => a - b);
  const ratio = turn(peer.cpuRatio);
  const unit = turned ? "× its rate" : "×";
  return [
    `${short(ratio)} ${unit}`,
    `${short(low)} – ${short(high)}`,
    `${short(turn(peer.wallRatio))} ${unit}`,
    ...goalCells(goal, goal?.clock === "wall" ? turn(peer.wallRatio) : ratio),
  ];
}

function goalCells(goal, value, told = String) {
  if (!goal) return ["", ""];
  const { atMost, atLeast, clock } = goal;
  const met = atMost === undefined ? value >= atLeast : value <= atMost;
  const bound = atMost === undefined ? `≥ ${told(atLeast)}` : `≤ ${told(atMost)}`;
  return [clock === "wall" ? `${bound} (wall)` : bound, met ? "met" : "missed"];
}

function linesOf(result) {
  const { subject, peers, goals = {}, title } = result;
  const cost = ({ cpu, wall }) => `${time(cpu)} (${time(wall)})`;
  const lines = peers.map((peer) => [
    title,
    cost(subject),
    peer.name,
    cost(peer),
    ...ratioCells(peer, goals[peer.name]),
  ]);
  if (goals.cost || (peers.length === 0 && Object.keys(subject.figures).length === 0))
    lines.push([title, cost(subject), "", "", "", "", "", ...goalCells(goals.cost, subject.cpu, time)]);
  for (const [name, value] of Object.entries(subject.figures))
    lines.push([
      title,
      `${name}: ${short(value)}`,
      "",
      peers.map((peer) => `${peer.name}: ${short(peer.figures[name])}`).join(", "),
      "",
      "",
      "",
      ...goalCells(goals[name], value),
    ]);
  return lines;
}

export function consoleTable(results) {
  const lines = [HEAD, ...results.flatMap(linesOf)];
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

export function resultsPage(results, blocks) {
  const lines = results.flatMap(linesOf).map((line) => `| ${line.join(" | ")} |`);
  const versions = Object.entries({ node: process.versions.node, ...peerVersions() });
  return `# Results

\`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${platform()} ${arch()}, ${cpus()[0]?.model.trim()} × ${cpus().length}.
${versions.map(([name, version]) => `${name} ${version}`).join(", ")}.

Every side of a row runs in a process of its own. Their blocks take turns, at least ${blocks} each, and a ratio is the median over
the blocks that stood side by side. Costs and ratios are CPU time a call; wall time is in parentheses and in its own column.
Only ratios can be compared between machines. The machine's load average at its end was ${loadavg()[1].toFixed(1)}: above the number of processors, others were
at work too, and ratios to what waits less are too high.

| ${HEAD.join(" | ")} |
|${" --- |".repeat(HEAD.length)}
${lines.join("\n")}
`;
}
