import fc from "fast-check";
import { expect, test } from "vitest";
import { limitExceeded, type RateState } from "../../mock-server/src/accounts/limits.js";
import { forAllAsync } from "../for-all.js";
import { DAY, MINUTE, Office } from "../server/accounts/harness.js";

const times = fc.integer({ min: 1, max: 40 });
const requests = <K extends string>(weight: number, kind: K) => ({
  weight,
  arbitrary: fc.record({ kind: fc.constant(kind), times }),
});
const step = fc.oneof(
  requests(6, "live"),
  requests(6, "test"),
  requests(2, "anonymous"),
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("turn" as const), ms: fc.integer({ min: 1, max: 3 * MINUTE }) }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: "edge" as const, of: MINUTE }) },
  { weight: 1, arbitrary: fc.constant({ kind: "edge" as const, of: DAY }) },
);
const figures = fc.record({ requestsPerMinute: fc.integer({ min: 0, max: 130 }) });
const start = fc.date({ min: new Date("2025-12-30"), max: new Date("2027-01-02"), noInvalidDate: true });

/** An independent, simple count of the requests that each aligned window still allows. */
class Ledger {
  readonly #used = new Map<string, number>();

  left(owner: string, length: number, now: number, limit: number): number {
    return limit - (this.#used.get(`${owner} ${length} ${Math.floor(now / length)}`) ?? 0);
  }

  count(owner: string, length: number, now: number): void {
    const key = `${owner} ${length} ${Math.floor(now / length)}`;
    this.#used.set(key, (this.#used.get(key) ?? 0) + 1);
  }
}

test("decisions 5, 7, 8 and 9: every aligned window allows exactly its limit", async () => {
  await forAllAsync(80, [start, figures, fc.array(step, { maxLength: 40 })], async (from, pro, steps) => {
    const office = new Office({ now: from.toISOString(), limits: { pro } });
    const live = office.newCaller({ account: "acme", tier: "pro" });
    const testing = office.newCaller({ account: "acme", tier: "pro", environment: "test" });
    const ledger = new Ledger();
    const minute = ["acme", MINUTE, pro.requestsPerMinute] as const;
    const windows = {
      live: [minute],
      test: [minute, ["acme test", DAY, 100] as const],
      anonymous: [["::1", MINUTE, 30] as const],
    };
    const admit = {
      live: () => office.limits.admit(live),
      test: () => office.limits.admit(testing),
      anonymous: () => office.limits.admitAnonymous("::1"),
    };

    for (const step of steps) {
      const now = office.clock.now();
      if (step.kind === "turn") await office.clock.advance(step.ms);
      else if (step.kind === "edge") await office.clock.set((Math.floor(now / step.of) + 1) * step.of);
      else {
        for (let time = 0; time < step.times; time++) {
          const lefts = windows[step.kind].map(([owner, length, limit]) =>
            ledger.left(owner, length, now, limit),
          );
          const fewest = Math.min(...lefts);
          const rate: RateState = admit[step.kind]();
          const length = rate.window === "day" ? DAY : MINUTE;
          const { allowed, remaining, resetAt } = rate;
          const named = windows[step.kind].some((window) => window[1] === length && window[2] === rate.limit);
          expect({ allowed, remaining, resetAt, named }).toEqual({
            allowed: fewest > 0,
            remaining: Math.max(0, fewest - 1),
            resetAt: (Math.floor(now / length) + 1) * length,
            named: true,
          });
          if (!rate.allowed) {
            const seconds = Number(limitExceeded(rate, now).headers["Retry-After"]);
            expect(Number.isInteger(seconds) && seconds >= 1).toBe(true);
            const waited = now + seconds * 1000;
            expect(waited >= rate.resetAt && waited - rate.resetAt <= 1000).toBe(true);
            continue;
          }
          for (const [owner, width] of windows[step.kind]) ledger.count(owner, width, now);
        }
      }
    }
  });
});
