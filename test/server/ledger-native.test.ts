import { afterEach, expect, test, vi } from "vitest";
import { ledgerStage, sol } from "./ledger-harness.js";

afterEach(() => {
  vi.doUnmock("litesvm/dist/internal.js");
  vi.resetModules();
});

test("without litesvm's native package the ledger says what is missing and what to do", async () => {
  vi.resetModules();
  vi.doMock("litesvm/dist/internal.js", () => {
    throw new Error("Cannot find native binding");
  });
  const { Svm } = await import("../../mock-server/src/ledger/svm.js");
  const failure = await Svm.open().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(failure).toMatchObject({
    message: expect.stringMatching(/native package for \w+ \w+.*--rpc-url.*WSL/),
  });
});

test("a caller who only awaits what is ready still lets the event loop turn", async () => {
  const stage = await ledgerStage();
  const { alice, bob, ledger } = stage;
  const wire = await stage.sign(alice, sol(alice.address, bob.address, 1n));
  let turned = false;
  setImmediate(() => {
    turned = true;
  });
  for (let call = 0; call < 2000 && !turned; call++) await ledger.simulate(wire);
  expect(turned).toBe(true);
});

test("an address that is none is an error, not the end of the process", async () => {
  const { ledger } = await ledgerStage();
  for (const address of ["", "abc", "0OIl", "1".repeat(33)]) {
    await expect(ledger.accounts([address])).rejects.toThrow(RangeError);
  }
  expect(await ledger.transaction("abc")).toBeUndefined();
  expect(await ledger.statuses(["", "abc"])).toEqual([undefined, undefined]);
});
