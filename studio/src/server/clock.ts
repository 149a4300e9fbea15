import { computed, effect, signal } from "@preact/signals";
import type { ClockView } from "../../../mock-server/src/control/commands/clock.js";
import { control } from "./http.js";
import { connection } from "./traffic.js";
import { prefix } from "./url.js";
import { worldChanges } from "./world.js";

/** The last reading of the server clock, and this machine's time at the reading. */
const reading = signal<{ readonly at: number; readonly running: boolean; readonly read: number } | undefined>(
  undefined,
);

/** The server's current time: a running clock is extrapolated between two readings. */
export const serverNow = signal<number | undefined>(undefined);

/** True if the clock runs; undefined until its first reading. */
export const clockRuns = computed(() => reading.value?.running);

function updateNow(): void {
  const last = reading.value;
  serverNow.value =
    last === undefined ? undefined : last.running ? last.at + (performance.now() - last.read) : last.at;
}

/** Stores the response to a clock call. */
export function setClock({ now, running }: ClockView): void {
  reading.value = { at: Date.parse(now), running, read: performance.now() };
  updateNow();
}

export async function readClock(): Promise<void> {
  try {
    setClock(await control("GET /clock"));
  } catch {
    // The header shows that the server is unreachable; the clock keeps its last reading.
  }
}

/** Updates the clock while the page is open. */
export function followClock(): void {
  effect(() => {
    prefix.value;
    worldChanges.value;
    reading.value = undefined;
    serverNow.value = undefined;
    if (connection.value === "live") void readClock();
  });
  setInterval(updateNow, 250);
  setInterval(() => document.visibilityState === "visible" && void readClock(), 4_000);
}
