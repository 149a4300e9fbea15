import { join } from "node:path";
import fc from "fast-check";
import { isIsoDate } from "intent-tx/contract";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../folder.js";
import { forAllAsync } from "../../for-all.js";
import { clientOf, control, lab, send, signedOf } from "../lab.js";
import { rewrite } from "./records.js";

/** A duration that ends in the year 29405. */
const NEVER = "9999999d";
const LAST = Date.parse("9999-12-31T23:59:59.999Z");

test("a state with unreachable expiry times is restored: keys, intents and transactions that never end", async () => {
  const server = await lab({ contract: { intentTtl: NEVER } });
  const client = clientOf(server);
  const made = await client.keys.create({ name: "for good", scopes: ["admin"], expiresAt: "9999-12-31" });
  await server.clock.advance("365d");
  const next = await client.keys.rotate(made.keyId);
  const { wire } = await signedOf(server, "send 1 SOL to bob.sol");
  server.faults.add({ fault: { kind: "late-transaction", by: NEVER } });
  await send(server, wire);

  const state: unknown = (await control(server, "GET", "/state")).body;
  expect(await control(server, "PUT", "/state", state)).toMatchObject({ status: 200 });
  expect((await control(server, "GET", "/state")).body).toEqual(state);
  expect(next.expiresAt).toBe("9999-12-31T23:59:59.999Z");
});

test("ends of overlaps, months and windows are in the year 9999 at the latest, so that clients can parse them", async () => {
  const server = await lab({ clock: { now: "9999-12-31T12:00:00Z", mode: "frozen" } });
  const next = await clientOf(server).keys.rotate(server.keyIds.enterprise);
  const { billingPeriod } = await clientOf(server).analytics.usage();
  const [{ windows }] = (await control(server, "GET", "/accounts")).body.data;
  expect(new Set([next.overlapEndsAt, billingPeriod.end, windows[1].resetAt])).toEqual(
    new Set(["9999-12-31T23:59:59.999Z"]),
  );
});

test("a clock that ran until the end of the year 9999 starts again with its state file", async () => {
  const stateFile = join(temporaryFolder(), "state.jsonl");
  const now = "9999-12-31T23:59:59.990Z";
  const first = await lab({ clock: { now, mode: "running" }, stateFile });
  await first.close();
  // The wall clock has moved on by a minute.
  rewrite(stateFile, (json) => json.replace(/"wall":(\d+)/, (_, wall) => `"wall":${Number(wall) - 60_000}`));
  const again = await lab({ stateFile });
  expect(again.clock.now()).toBe(LAST);
});

test("two concurrent advances do not lead beyond the year 9999", async () => {
  const server = await lab({ clock: { now: "9999-12-31T12:00:00Z", mode: "frozen" } });
  await Promise.all([server.clock.advance("10h"), server.clock.advance("10h")]);
  expect(new Date(server.clock.now()).toISOString()).toBe("9999-12-31T23:59:59.999Z");
});

test("a date has a UTC year of four digits", () => {
  for (const text of ["9999-12-31T23:59:59-01:00", "0000-01-01T00:00:00+01:00"])
    expect(isIsoDate(text), text).toBe(false);
  for (const text of ["9999-12-31T23:59:59Z", "0000-01-01", "9999-12-31T23:59:59.999+01:00"])
    expect(isIsoDate(text), text).toBe(true);
});

const WHENS = ["0ms", "1ms", "0.5d", "9999999d", "99999999999d", 0, 1e15, 8.64e15];

test("after any accepted calls, a restored snapshot equals the original", async () => {
  const call = fc.oneof(
    fc.record({
      path: fc.constant("/faults"),
      body: fc.record({
        fault: fc.record({
          kind: fc.constantFrom("slow-confirm", "late-transaction"),
          by: fc.constantFrom(...WHENS),
        }),
        nth: fc.constantFrom(1, 2, Number.MAX_SAFE_INTEGER),
      }),
    }),
    fc.record({ path: fc.constant("/clock/advance"), body: fc.record({ by: fc.constantFrom(...WHENS) }) }),
    fc.record({
      path: fc.constant("/clock/set"),
      body: fc.record({ now: fc.constantFrom("1970-01-01", "9999-12-31T23:59:59.999Z", "0001-01-01", -1) }),
    }),
    fc.record({ path: fc.constant("/clock/resume"), body: fc.constant({}) }),
    fc.record({
      path: fc.constant("/keys"),
      body: fc.record({
        tier: fc.constant("pro"),
        environment: fc.constant("live"),
        expiresAt: fc.constantFrom("9999-12-31", "2026-01-02"),
      }),
    }),
    fc.record({ path: fc.constant("send"), body: fc.constant({}) }),
  );
  await forAllAsync(25, [fc.array(call, { maxLength: 8 })], async (calls) => {
    const server = await lab();
    for (const { path, body } of calls) {
      if (path === "send") {
        const signed = await signedOf(server, "send 1 SOL to bob.sol").catch(() => undefined);
        if (signed) await send(server, signed.wire);
      } else await control(server, "POST", path, body);
    }
    // Freezes the clock, because a running one may change rows between the two readings.
    if (server.clock.running) await server.clock.set(Math.min(server.clock.now() + 60_000, LAST));
    const state: unknown = (await control(server, "GET", "/state")).body;
    expect(await control(server, "PUT", "/state", state)).toMatchObject({ status: 200 });
    const { state: rows } = (await control(server, "GET", "/state")).body;
    expect(rows).toEqual((state as { state: unknown }).state);
    await server.close();
  });
});

test("a clock before 1970 is refused", async () => {
  await expect(lab({ clock: { now: -1, mode: "frozen" } })).rejects.toThrow(/clock\.now/);
});
