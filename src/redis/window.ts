import type { PlaceRequest, PlaceTaken } from "../client/options.js";
import type { RateLimit } from "../errors/api-errors.js";
import { Pacer } from "../http/rate-limit.js";
import type { RedisLink } from "./link.js";
import { REPORT, TAKE } from "./window-scripts.js";

/** One that asks for a place. */
interface Asker {
  readonly request: PlaceRequest;
  resolve(answer: PlaceTaken | number): void;
}

/** Reports that are kept while Redis is away. */
const KEPT = 1000;

/** The end of an attempt. */
interface Report {
  readonly place: number;
  /** Undefined for a place that nobody needed. */
  readonly outcome?: {
    readonly seen: RateLimit | undefined;
    /** When the window begins anew, on `performance.now()`. */
    readonly resetAt: number;
  };
}

/** One window, as this process takes part in it. However many calls ask, one question at a time is under way. */
export class SharedWindow {
  readonly #link: RedisLink;
  readonly #keys: readonly string[];
  readonly #process = crypto.randomUUID();
  /** Counts along, and counts this process's share while Redis is away. */
  readonly #alone = new Pacer();
  #asking: Asker[] = [];
  #isAsking = false;
  #reports: Report[] = [];
  #isReporting = false;

  constructor(link: RedisLink, keys: readonly string[]) {
    this.#link = link;
    this.#keys = keys;
  }

  take(request: PlaceRequest): Promise<PlaceTaken | number> | PlaceTaken | number {
    if (request.must) return this.#alone.take(request);
    return new Promise((resolve) => {
      this.#asking.push({ request, resolve });
      if (!this.#isAsking) void this.#ask();
    });
  }

  /** Asks until nobody waits any more: first come, first served. */
  async #ask(): Promise<void> {
    this.#isAsking = true;
    // Those that ask in the same moment ask together.
    await Promise.resolve();
    while (this.#asking.length > 0) {
      const count = this.#asking.length;
      let answer: string[];
      try {
        const args = [this.#process, String(count)];
        answer = await this.#link.run(TAKE, this.#keys, args, (late) => this.#giveBack(late));
      } catch {
        for (const { request, resolve } of this.#asking.splice(0)) resolve(this.#alone.take(request));
        break;
      }
      if (this.#reports.length > 0 && !this.#isReporting) void this.#send();
      const [given = "0", first = "0", wait = "0", isNext, processes] = answer;
      this.#alone.processes = Number(processes) || 1;
      const served = this.#asking.splice(0, Number(given));
      for (const [index, { request, resolve }] of served.entries())
        resolve(this.#taken(request, Number(first) + index));
      if (isNext === "1" && served.length < count)
        // They come again with the next window; those that came meanwhile are told the same.
        for (const { resolve } of this.#asking.splice(0)) resolve(Number(wait));
      else if (wait !== "0") await new Promise((resolve) => setTimeout(resolve, Number(wait)));
    }
    this.#isAsking = false;
    if (this.#asking.length > 0) void this.#ask();
  }

  #taken({ now }: PlaceRequest, place: number): PlaceTaken {
    const began = performance.now();
    const done = this.#alone.take({ now, must: true }) as PlaceTaken;
    return (seen) => {
      done(seen);
      // The client's clock may be any; how far the reset lies ahead on it holds on each.
      const resetAt = seen ? began + seen.resetAt.getTime() - now : 0;
      this.#report({ place, outcome: { seen, resetAt } });
    };
  }

  /** Places that came too late for the question go back. */
  #giveBack([given = "0", first = "0", , , processes = "1"]: string[]): void {
    // Processes ask seldom while Redis is slow: the script forgets some of them.
    this.#alone.processes = Math.max(this.#alone.processes, Number(processes));
    for (let index = 0; index < Number(given); index++) this.#report({ place: Number(first) + index });
  }

  #report(report: Report): void {
    this.#reports.push(report);
    if (!this.#isReporting) void this.#send();
  }

  async #send(): Promise<void> {
    this.#isReporting = true;
    // Those that end in the same moment are told together.
    await Promise.resolve();
    while (this.#reports.length > 0) {
      const reports = this.#reports.splice(0, 200);
      try {
        await this.#link.run(REPORT, this.#keys, reports.flatMap(written));
      } catch {
        // Until they are told, with the next one, their places count as taken: on the safe side.
        this.#reports = [...reports, ...this.#reports].slice(-KEPT);
        break;
      }
    }
    this.#isReporting = false;
  }
}

function written({ place, outcome }: Report): string[] {
  if (!outcome) return [String(place), "", "", ""];
  const { seen, resetAt } = outcome;
  if (!seen) return [String(place), "none", "", ""];
  return [place, seen.limit, seen.remaining, Math.round(resetAt - performance.now())].map(String);
}
