import type { ServerEvent } from "./events.js";

/** After this silence, another tab leads. */
const SILENCE_MS = 5_000;
const BEAT_MS = 1_000;

/** A tab's part in a group of tabs of one browser, of which one reads the server's events for all. */
export interface Tab {
  /** Handles an event from the leader. */
  readonly hear: (event: ServerEvent) => void;
  /** Reads the events and tells the other tabs, until the signal aborts. Returns false if the server refuses the tab. */
  readonly lead: (tell: (event: ServerEvent) => void, signal: AbortSignal) => Promise<boolean>;
  /** An event with the leader's current state. The other tabs get it every second and when they join. */
  readonly state: () => ServerEvent;
}

const JOINED: ServerEvent = { event: "joined", data: "" };

/**
 * Takes part in a group until the signal aborts. Browsers open six connections per server, so a stream for each tab
 * would leave none for the app. The leader holds the group's lock, which the browser frees when the tab closes. If
 * the leader is silent, another tab takes the lock.
 */
export async function shareEvents(group: string, tab: Tab, signal: AbortSignal): Promise<void> {
  // Browsers have Web Locks only on HTTPS and loopback. Elsewhere, each visible tab has its own stream.
  if (!navigator.locks) return void (await tab.lead(() => undefined, signal));
  const channel = new BroadcastChannel(group);
  signal.addEventListener("abort", () => channel.close());
  let heardAt = 0;
  let leads = false;
  channel.addEventListener("message", ({ data }: MessageEvent<ServerEvent>) => {
    if (data.event === JOINED.event) return void (leads && channel.postMessage(tab.state()));
    heardAt = performance.now();
    if (!leads) tab.hear(data);
  });
  channel.postMessage(JOINED);
  let accepted = true;
  for (let steal = false; accepted && !signal.aborted; ) {
    const turn = new AbortController();
    const end = () => turn.abort();
    signal.addEventListener("abort", end);
    heardAt = performance.now();
    const options = steal ? { steal } : { signal: turn.signal };
    steal = false;
    const beat = setInterval(() => {
      if (turn.signal.aborted) return;
      if (leads) channel.postMessage(tab.state());
      else if (performance.now() - heardAt > SILENCE_MS) {
        steal = true;
        end();
      }
    }, BEAT_MS);
    const tell = (event: ServerEvent) => {
      if (!turn.signal.aborted) channel.postMessage(event);
    };
    try {
      await navigator.locks.request(group, options, async () => {
        leads = true;
        accepted = await tab.lead(tell, turn.signal);
      });
    } catch {
      // The signal aborted, the leader is silent, or another tab took the lock.
    } finally {
      leads = false;
      end();
      clearInterval(beat);
      signal.removeEventListener("abort", end);
    }
  }
  channel.close();
}
