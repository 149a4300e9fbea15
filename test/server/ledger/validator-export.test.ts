import { expect, test } from "vitest";
import { findValidator, ValidatorError } from "../../../mock-server/src/cli/validator-process.js";
import { exportAccounts } from "../../../mock-server/src/fixtures/export.js";

test("an account file has every lamport, and the rent epoch of a rent-exempt account", () => {
  const account = { address: "A1", lamports: 500_000_000_000_000_001n, owner: "O1", executable: false };
  const [file] = exportAccounts([{ ...account, data: Uint8Array.of(1, 2, 3) }]);
  expect(file?.address).toBe("A1");
  expect(file?.json).toContain('"lamports":500000000000000001,');
  expect(file?.json).toContain('"rentEpoch":18446744073709551615,');
  expect(JSON.parse(file?.json ?? "")).toMatchObject({
    pubkey: "A1",
    account: { data: ["AQID", "base64"], owner: "O1", executable: false, space: 3 },
  });
});

test("without a validator, the error says what to install", () => {
  expect(() => findValidator({ PATH: "/nowhere" })).toThrow(ValidatorError);
  expect(() => findValidator({ PATH: "/nowhere" })).toThrow(/Solana \(Agave\) command line tools/);
  expect(() => findValidator({ SOLANA_TEST_VALIDATOR: "/nowhere/x", PATH: "" })).toThrow("/nowhere/x");
  expect(findValidator({ SOLANA_TEST_VALIDATOR: process.execPath })).toBe(process.execPath);
});
