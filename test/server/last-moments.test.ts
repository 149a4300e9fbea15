import { isIsoDate } from "intent-tx/contract";
import { expect, test } from "vitest";
import { clientOf, control, lab, send, signedOf } from "./lab.js";

/** As good as never: it ends in the year 29405. */
const NEVER = "9999999d";

test("a state whose ends no clock reaches is taken back: keys, intents and transactions that never end", async () => {
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

test("an overlap at the end of the last year is written as a date that is read", async () => {
  const server = await lab({ clock: { now: "9999-12-31T12:00:00Z", mode: "frozen" } });
  const next = await clientOf(server).keys.rotate(server.keyIds.enterprise);
  expect(next.overlapEndsAt).toBe("9999-12-31T23:59:59.999Z");
});

test.each(["9999-12-31T23:59:59-01:00", "0000-01-01T00:00:00+01:00"])(
  "%s is no date: no four digits write its year in UTC",
  (text) => {
    expect(isIsoDate(text)).toBe(false);
  },
);

test.each(["9999-12-31T23:59:59Z", "0000-01-01", "9999-12-31T23:59:59.999+01:00"])("%s is a date", (text) => {
  expect(isIsoDate(text)).toBe(true);
});
