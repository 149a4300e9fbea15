import { readFileSync } from "node:fs";
import { type CliProcess, cli } from "../../server/cli-process.js";

/** A server of several workers, whose sessions begin when they are asked for. */
export async function startCrew(workers: number, ...flags: string[]) {
  const running = await cli([
    ...["serve", "--json", "--port", "0", "--workers", String(workers), "--sessions", "on-demand"],
    ...flags,
  ]);
  const ready = await running.ready();
  const root = ready.baseUrl.slice(0, -3);
  const plane = (name?: string) => ({ controlUrl: `${root}${name ? `/s/${name}` : ""}/_mock`, fetch });
  return { running, ready, root, plane };
}

/** Processes of a server beside the one that was started. */
export const childrenOf = ({ child: { pid } }: CliProcess) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
