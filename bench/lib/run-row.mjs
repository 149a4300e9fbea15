// Measures one row: its sides take turns, block by block, and a ratio is the median over what stood side by side.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const SIDE = fileURLToPath(new URL("side.mjs", import.meta.url));

/** How long a side may take to be made, or for one block. */
const LONGEST_MS = 120_000;

/** Starts the process of a side; undefined when it is not to be had here. */
export async function startSide(row, name, execArgv = []) {
  const child = fork(SIDE, [row.file, row.name, name], {
    execArgv,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const died = once(child, "exit").then(([code]) => {
    throw new Error(`${row.name}: the side ${name} ended with ${code}`);
  });
  died.catch(() => undefined);
  const late = new Promise((_, reject) => {
    child.deadline = () => reject(new Error(`${row.name}: the side ${name} takes too long`));
  });
  late.catch(() => undefined);
  const answer = async () => {
    const timer = setTimeout(() => {
      child.kill();
      child.deadline();
    }, LONGEST_MS);
    try {
      return await Promise.race([once(child, "message").then(([message]) => message), died, late]);
    } finally {
      clearTimeout(timer);
    }
  };
  const { ready } = await answer();
  const close = async () => {
    child.send({});
    await once(child, "exit");
  };
  if (!ready) {
    await close();
    return undefined;
  }
  const block = (ms) => {
    const done = answer();
    child.send({ ms });
    return done;
  };
  return { name, block, close };
}

export const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

/** A quarter of the values lies below the first, a quarter above the second. */
function quartiles(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return [sorted[sorted.length >> 2], sorted[(3 * sorted.length) >> 2]];
}

/** @returns the row with { cpu, wall } of each side in microseconds a call, its figures, and the ratio to each peer */
export async function runRow(row, { blocks, ms }) {
  const count = row.blocks ?? blocks;
  const length = row.ms ?? ms;
  const sides = [];
  for (const name of Object.keys(row.sides)) {
    const side = await startSide(row, name);
    if (side) sides.push({ ...side, seen: [] });
  }
  // The compiler's work on what is hot is no part of what a call costs.
  for (const { block } of sides) {
    let calls = 0;
    for (let round = 0; round < (row.warmUp ?? 3) || calls < (row.warmUpCalls ?? 0); round += 1)
      calls += (await block(length)).calls;
  }
  for (let round = 0; round < count; round += 1) {
    for (const side of round % 2 === 0 ? sides : [...sides].reverse())
      side.seen.push(await side.block(length));
  }
  for (const { close } of sides) await close();
  const [subject, ...peers] = sides.map(({ name, seen }) => ({
    name,
    seen,
    calls: seen.reduce((sum, { calls }) => sum + calls, 0),
    cpu: 1000 * median(seen.map(({ cpu }) => cpu)),
    wall: 1000 * median(seen.map(({ wall }) => wall)),
    figures: figuresOf(seen),
  }));
  const ratio = (peer, clock) => subject.seen.map((block, round) => block[clock] / peer.seen[round][clock]);
  return {
    ...row,
    blocks: count,
    subject,
    peers: peers.map((peer) => ({
      ...peer,
      cpuRatio: median(ratio(peer, "cpu")),
      wallRatio: median(ratio(peer, "wall")),
      spread: quartiles(ratio(peer, "cpu")),
    })),
  };
}

function figuresOf(seen) {
  const names = Object.keys(seen[0]?.figures ?? {});
  return Object.fromEntries(names.map((name) => [name, median(seen.map(({ figures }) => figures[name]))]));
}
