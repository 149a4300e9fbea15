import type { TrafficEntry } from "@intent-tx/mock-server";
import { batch, effect, signal } from "@preact/signals";
import { eventsOf } from "./events.js";
import { openEvents, ServerError } from "./http.js";
import { controlToken, prefix } from "./site.js";
import { loadWorld } from "./world.js";

/** Number of requests that the page keeps. */
export const CAPACITY = 10_000;

/** A request, or a remark between two requests, such as a server restart. */
export type Line =
  | {
      readonly id: number;
      readonly entry: TrafficEntry;
      readonly receivedAt: number;
      /** Identifies the server run: each run counts its requests from 1. */
      readonly run: string | undefined;
    }
  | { readonly id: number; readonly remark: string; readonly receivedAt: number };

/** The requests so far, oldest first. Each change creates a new array. */
export const lines = signal<readonly Line[]>([]);

/** Status of the request stream: `lost` while the server is unreachable. */
export const connection = signal<"connecting" | "live" | "lost" | "refused">("connecting");

let nextId = 1;
let waiting: Line[] = [];
let frame = 0;

/** Adds a line. Lines are rendered once per frame, so that 200 requests a second do not cause 200 renders. */
function add(line: Line): void {
  waiting.push(line);
  if (frame !== 0) return;
  frame = requestAnimationFrame(() => {
    frame = 0;
    const all = [...lines.value, ...waiting];
    waiting = [];
    lines.value = all.length > CAPACITY ? all.slice(all.length - CAPACITY) : all;
  });
}

/** Clears the page's list; the server keeps its own log. */
export function clearLines(): void {
  waiting = [];
  lines.value = [];
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });

interface Position {
  /** Number of the last request. */
  last: number;
  /** Identifies one run of one server. */
  run: string | undefined;
}

async function followOnce(signal: AbortSignal, position: Position): Promise<void> {
  const body = await openEvents(`/traffic/stream?after=${position.last}`, signal);
  for await (const { event, data } of eventsOf(body)) {
    if (event === "hello") {
      const { run } = JSON.parse(data) as { run: string };
      const restarted = position.run !== undefined && position.run !== run;
      if (restarted) {
        add({ id: nextId++, remark: "The server was restarted.", receivedAt: Date.now() });
        position.last = 0;
        void loadWorld();
      }
      position.run = run;
      connection.value = "live";
    }
    if (event === "request") {
      const entry = JSON.parse(data) as TrafficEntry;
      if (entry.number <= position.last) continue;
      position.last = entry.number;
      add({ id: nextId++, entry, receivedAt: Date.now(), run: position.run });
    }
  }
}

async function follow(signal: AbortSignal): Promise<void> {
  const position: Position = { last: 0, run: undefined };
  for (let wait = 250; !signal.aborted; wait = Math.min(wait * 2, 4_000)) {
    try {
      await followOnce(signal, position);
      wait = 250;
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ServerError && (error.status === 403 || error.status === 404)) {
        connection.value = "refused";
        void loadWorld();
        return;
      }
    }
    if (signal.aborted) return;
    if (connection.value === "live") wait = 250;
    connection.value = "lost";
    await pause(wait, signal);
  }
}

const tries = signal(0);

/** Retries after a refusal, because the session may now be open or the token may now be correct. */
export function tryAgain(): void {
  if (connection.value === "refused") tries.value++;
  void loadWorld();
}

/** Streams the selected world's requests while the page is open. */
export function followTraffic(): void {
  let controller: AbortController | undefined;
  effect(() => {
    prefix.value;
    controlToken.value;
    tries.value;
    controller?.abort();
    const current = new AbortController();
    controller = current;
    batch(() => {
      clearLines();
      connection.value = "connecting";
    });
    void follow(current.signal);
  });
}
