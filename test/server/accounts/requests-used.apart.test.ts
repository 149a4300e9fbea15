import { expect, test, vi } from "vitest";
import { api, lab } from "../lab.js";

// The server reads the wall clock with the function that it finds when it is loaded.
const wall = vi.hoisted(() => {
  const clock = { now: Date.parse("2026-01-01T12:00:30Z") };
  Date.now = () => clock.now;
  return clock;
});

test("after a reset in a later minute, the accounts of the world have used their requests again", async () => {
  const world = { accounts: { acme: { environment: "test", requestsUsed: 29 } } } as const;
  const server = await lab({ clock: { mode: "running" }, world });
  const used = async () => {
    const { status, body } = await api(server, "GET", "/analytics/usage", undefined, "acme");
    return [status, body?.requests?.used];
  };
  expect(await used()).toEqual([200, 30]);
  wall.now += 45 * 86_400_000;
  await server.reset();
  expect(await used()).toEqual([200, 30]);
  expect((await used())[0]).toBe(429);
});
