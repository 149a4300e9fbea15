import { batch, computed, effect, signal } from "@preact/signals";
import type { TrafficEntry } from "../../../mock-server/src/control/log/entries.js";
import { sessionPath } from "../../../mock-server/src/http/session-path.js";
import { controlToken } from "./control-token.js";
import { eventsOf, type ServerEvent } from "./events.js";
import { control, openTraffic, ServerError } from "./http.js";
import { shareEvents } from "./tabs.js";
import { prefix, session } from "./url.js";
import { loadWorld, worldChanged } from "./world.js";

// Reads the events that the server writes in `control/log/request-log.ts`.

/** Number of requests that the page keeps. */
export const CAPACITY = 10_000;

/** A request, or a remark between two requests, such as a server restart. */
export type Line =
  | {
      readonly id: number;
      readonly entry: TrafficEntry;
      /** 0 for requests from before the page connected. The server clock may be frozen, so their real time is unknown. */
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

/** Waits for some milliseconds, or until the signal aborts. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
    signal.addEventListener("abort", resolve, { once: true });
  });

interface Position {
  /** Number of the last request. */
  last: number;
  /** Number of the server's last request when the page connected. */
  before: number;
  /** Identifies one run of one server. */
  run: string | undefined;
}

/** Adds a request, unless the page has it already. */
function take(position: Position, entry: TrafficEntry): void {
  if (entry.number <= position.last) return;
  position.last = entry.number;
  const receivedAt = entry.number <= position.before ? 0 : Date.now();
  add({ id: nextId++, entry, receivedAt, run: position.run });
  const { method, path, status } = entry;
  const replaced = method !== "GET" && status < 300 && /\/_mock\/(?:reset|state)$/.test(path);
  if (replaced && receivedAt > 0) {
    add({ id: nextId++, remark: "The world was reset or restored.", receivedAt });
    worldChanged();
  }
}

function handle(position: Position, { event, data }: ServerEvent): void {
  if (event === "hello") {
    const { run, number } = JSON.parse(data) as { run: string; number: number };
    if (position.run !== undefined && position.run !== run) {
      add({ id: nextId++, remark: "The server was restarted.", receivedAt: Date.now() });
      position.last = 0;
      worldChanged();
    }
    position.run = run;
    position.before = number;
    connection.value = "live";
  }
  if (event === "request") take(position, JSON.parse(data) as TrafficEntry);
  if (event === "connecting" || event === "lost") connection.value = event;
}

/** Handles the leader's events. A tab that joins late or missed some reads the missing requests itself. */
function listener(position: Position, signal: AbortSignal): (event: ServerEvent) => void {
  let held: ServerEvent[] | undefined;
  const catchUp = async () => {
    held = [];
    const read = control("GET /traffic", { params: { after: position.last }, signal });
    const entries = (await read.catch(() => undefined))?.data ?? [];
    // Another world's list may be shown by now.
    if (signal.aborted) return;
    for (const entry of entries) take(position, entry);
    for (const event of held) handle(position, event);
    held = undefined;
  };
  return (event) => {
    if (held !== undefined) return void held.push(event);
    const { number = 0 } = event.data === "" ? {} : (JSON.parse(event.data) as { number?: number });
    const isRequest = event.event === "request";
    if (!isRequest) handle(position, event);
    if (number > position.last + (isRequest ? 1 : 0)) void catchUp();
    else if (isRequest) handle(position, event);
  };
}

async function lead(
  position: Position,
  tell: (event: ServerEvent) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const share = (event: ServerEvent) => {
    handle(position, event);
    tell(event);
  };
  for (let wait = 250; !signal.aborted; wait = Math.min(wait * 2, 4_000)) {
    try {
      const body = await openTraffic(position.last, signal);
      for await (const event of eventsOf(body)) share(event);
    } catch (error) {
      if (signal.aborted) break;
      if (error instanceof ServerError && (error.status === 403 || error.status === 404)) {
        connection.value = "refused";
        void loadWorld();
        return false;
      }
    }
    if (signal.aborted) break;
    if (connection.value === "live") wait = 250;
    share({ event: "lost", data: "" });
    await pause(wait, signal);
  }
  return true;
}

const tries = signal(0);

/** The last request that the page has; a new one for another world or token, and for each retry. */
const position = computed((): Position => {
  prefix.value;
  controlToken.value;
  tries.value;
  return { last: 0, before: 0, run: undefined };
});

/** Retries after a refusal, because the session may now be open or the token may now be correct. */
export function tryAgain(): void {
  if (connection.value === "refused") tries.value++;
  void loadWorld();
}

const visible = signal(document.visibilityState === "visible");

/** Follows the selected world's requests while the page is visible, with one stream for all tabs of the browser. */
export function followTraffic(): void {
  document.addEventListener("visibilitychange", () => {
    visible.value = document.visibilityState === "visible";
  });
  let known: Position | undefined;
  effect(() => {
    if (known !== position.value)
      batch(() => {
        clearLines();
        connection.value = "connecting";
      });
    const current = position.value;
    known = current;
    if (!visible.value) return;
    const controller = new AbortController();
    const { signal } = controller;
    // The name depends on the token, so that only tabs with the same rights share a stream, but does not reveal it.
    const group = sessionPath(`studio ${session.value ?? ""}`, controlToken.value || undefined);
    const state = () =>
      connection.value === "live"
        ? { event: "hello", data: JSON.stringify({ run: current.run, number: current.last }) }
        : { event: connection.value, data: "" };
    const tab = {
      hear: listener(current, signal),
      lead: (tell: (event: ServerEvent) => void, turn: AbortSignal) => lead(current, tell, turn),
      state,
    };
    void shareEvents(group, tab, signal);
    return () => controller.abort();
  });
}
