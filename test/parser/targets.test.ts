import { describe, expect, it } from "vitest";
import { line, read } from "./world.js";

describe("what a balance should come to", () => {
  it.each([
    "make my SOL balance 10",
    "set my SOL balance to 10",
    "make my USDC balance 100 using SOL",
    "make my SOL balance 10 USDC",
    "bring my USDC balance to 100 using SOL",
    "bring my USDC balance up to 100",
    "get my SOL balance down to 3 with USDC",
    "I want my USDC balance to be 100",
    "keep my SOL balance at 10",
    "my SOL balance should be 10",
    "make my balance of SOL 10",
    "make my portfolio 50% SOL",
    "make my wallet 10 SOL",
    "double my SOL balance",
    "empty my SOL balance",
    "pon mi saldo de SOL en 10",
  ])("%s", (command) => {
    expect(line(command)).toBe("refused unsupported_action");
  });

  it("is told as such", () => {
    expect(read("bring my USDC balance to 100 using SOL")).toMatchObject({
      message: "A balance cannot be set. Say how much to swap or to send.",
    });
  });

  it.each([
    // Questions hold figures too, and an order may say "balance".
    ["is my SOL balance 10?", "query balance SOL"],
    ["what was my balance 3 days ago", "query balance"],
    ["show my last 5 transactions", "query history"],
    ["is my wallet empty?", "query portfolio"],
    ["bring up my balance", "query balance"],
    ["use my SOL balance to get 10 USDC", "swap SOL>USDC out 10000000"],
    ["convert my USDC balance to 10 SOL", "refused ambiguous_amount"],
  ])("is not meant by: %s", (command, outcome) => {
    expect(line(command)).toBe(outcome);
  });
});
