import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { loadNative, nativePackages } from "../../../mock-server/src/ledger/svm/svm-native.js";
import { ledgerSetup, sol } from "./harness.js";

const missing = () => {
  throw Object.assign(new Error("Cannot find module"), { code: "MODULE_NOT_FOUND" });
};

test("without litesvm's native package the ledger says what is missing and what to do", () => {
  expect(() => loadNative(missing)).toThrow(
    /native package for \w+ \w+, which is not installed.*--rpc-url.*WSL/,
  );
});

test("a native package that is installed but does not load is reported with the loader's message", () => {
  const refused = () => {
    throw Object.assign(new Error("loading addons is disabled"), { code: "ERR_DLOPEN_DISABLED" });
  };
  expect(() => loadNative(refused)).toThrow(
    /which cannot be loaded: Error: loading addons is disabled.*--rpc-url/,
  );
});

test.runIf(process.platform === "linux")(
  "of the builds for two C libraries, the one that loads is used",
  () => {
    const asked: string[] = [];
    const second = { build: "second" };
    const loaded = loadNative((name) => (asked.push(name) === 1 ? missing() : second));
    expect(loaded).toBe(second);
    expect(asked).toEqual(nativePackages("linux", process.arch));
  },
);

test("this package lists exactly litesvm's native packages, at its version", () => {
  const need = createRequire(import.meta.url);
  const litesvm: { version: string; optionalDependencies: Record<string, string> } =
    need("litesvm/package.json");
  const own: { optionalDependencies: Record<string, string>; devDependencies: Record<string, string> } = need(
    "../../../mock-server/package.json",
  );
  expect(own.optionalDependencies).toEqual(litesvm.optionalDependencies);
  expect(own.devDependencies["litesvm"]).toBe(litesvm.version);
  const named = ["linux", "darwin"].flatMap((platform) =>
    ["x64", "arm64"].flatMap((arch) => nativePackages(platform, arch)),
  );
  expect(named.sort()).toEqual(Object.keys(own.optionalDependencies).sort());
});

test("2,000 awaited simulations in a row let the event loop turn", async () => {
  const setup = await ledgerSetup();
  const { alice, bob, ledger } = setup;
  const wire = await setup.sign(alice, sol(alice.address, bob.address, 1n));
  let turned = false;
  setImmediate(() => {
    turned = true;
  });
  for (let call = 0; call < 2000 && !turned; call++) await ledger.simulate(wire);
  expect(turned).toBe(true);
});

test("an invalid address is an error, and does not end the process", async () => {
  const { ledger } = await ledgerSetup();
  for (const address of ["", "abc", "0OIl", "1".repeat(33)]) {
    await expect(ledger.accounts([address])).rejects.toThrow(RangeError);
  }
  expect(await ledger.transaction("abc")).toBeUndefined();
  expect(await ledger.statuses(["", "abc"])).toEqual([undefined, undefined]);
});
