import { createMockServer } from "@intent-tx/mock-server";
import { expect, test, vi } from "vitest";

// Hoisted, because the clock module captures `Date.now` when it is loaded.
const { machine } = vi.hoisted(() => ({ machine: vi.spyOn(Date, "now") }));

test("a running clock follows the machine's clock neither back nor ahead", async () => {
  const began = Date.parse("2026-01-01T12:00:00Z");
  const hour = 3_600_000;
  machine.mockReturnValue(began);
  await using server = await createMockServer();
  expect(server.clock.now() - began).toBeLessThan(hour);
  for (const moved of [-hour, hour]) {
    machine.mockReturnValue(began + moved);
    expect(server.clock.now()).toBeGreaterThanOrEqual(began);
    expect(server.clock.now()).toBeLessThan(began + hour);
  }
  machine.mockRestore();
});
