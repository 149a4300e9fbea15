import type { Intent } from "intent-tx/contract";
import { verifyTransaction } from "intent-tx/solana";
import { expect, test } from "vitest";
import { codesOf } from "../solana/samples.js";
import { intentOf, tablesOf, unsignedMainnet, VENUES, VERDICTS } from "./mainnet.js";

test.each(VERDICTS)("$id has the verdict that was computed by hand", (verdict) => {
  const { id, wallet, options, expected } = verdict;
  const verify = () =>
    verifyTransaction(unsignedMainnet(id), intentOf(verdict), {
      walletAddress: wallet,
      swapPrograms: VENUES,
      lookupTables: tablesOf(verdict),
      ...options,
    });
  if (typeof expected[0] === "string") return expect(codesOf(verify)).toEqual(expected);
  const { spendAtMost, receiveAtLeast, fee, rent } = verify();
  expect([spendAtMost[0]?.amount, receiveAtLeast[0]?.amount, fee, rent]).toEqual(expected);
});

test("a transfer with a transfer hook, or without its mint, is not read as a transfer of the order", () => {
  const transfer = (
    id: string,
    walletAddress: string,
    inputToken: string,
    amount: bigint,
    recipient: string,
  ) => {
    const parameters = { inputToken, amount, recipient };
    const intent: Intent = {
      intentId: "intent_0123456789abcdef",
      action: "transfer",
      parameters,
      confidence: 1,
    };
    const options = { walletAddress, priorityFee: 100_000 };
    return codesOf(() => verifyTransaction(unsignedMainnet(id), intent, options));
  };
  // Three accounts more than TransferChecked has; what the hook's program does with them is unknown.
  expect(
    transfer(
      "phantom-lh-token2022-transfer",
      "6AnFbinF7X12mACTVEGfjWZyzYGAShEscAB5UgV3vHsP",
      "7qpdkysejAWvSMaYp4qF2CYSkfLR39CcJoiMeDmwttWi",
      500n,
      "3ND1v63Shx5JqXYWdawaQcGHJHJGrEEi3JdUtLzKAJ7s",
    ),
  ).toEqual(["unexpected_instruction", "unknown_instruction", "missing_instruction"]);
  // A plain Transfer of accounts that derive from no known mint.
  expect(
    transfer(
      "phantomless-spl-transfer",
      "BLw3RweJmfbTapJRgnPRvd962YDjFYAnVGd1p5hmZ5tP",
      "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
      1000n,
      "FvS1p2dQnhWNrHyuVpJRU5mkYRkSTrubXHs4XrAn3PGo",
    ),
  ).toEqual(["wrong_account", "wrong_recipient", "wrong_mint"]);
});
