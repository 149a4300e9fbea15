import { expect, test } from "vitest";
import { findValidator, ValidatorError } from "../../../mock-server/src/cli/validator-process.js";
import { accountFile } from "../../../mock-server/src/fixtures/account-file.js";
import { writeJson } from "../../../mock-server/src/kernel/json.js";

test("an account file has every lamport, and the rent epoch of a rent-exempt account", () => {
  const account = { address: "A1", lamports: 500_000_000_000_000_001n, owner: "O1", executable: false };
  const json = writeJson(accountFile({ ...account, data: Uint8Array.of(1, 2, 3) }));
  expect(json).toContain('"lamports":500000000000000001,');
  expect(json).toContain('"rentEpoch":18446744073709551615,');
  expect(JSON.parse(json)).toMatchObject({
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
