import { NATIVE_MINT } from "../../contract/chain.js";
import type { DecodedTransaction } from "../decode/decode.js";
import { associatedTokenAddress } from "../decode/token-address.js";
import type { TransferOrder } from "./orders.js";
import type { ExpectedSide } from "./rate.js";
import { notAWallet } from "./recipients.js";
import { createStep, isTokenProgram } from "./shared-steps.js";
import { type Report, type Step, step } from "./steps.js";

const TRANSFER = "the transfer";

/** Nobody holds a key for it: tokens for it stay in an account of its own, and SOL in it is in no balance. */
const OWN_ACCOUNT = "the wallet's own account of that token, not a wallet";

/** The steps that a transaction for a transfer may take. */
export function transferSteps(
  wallet: string,
  { mint, amount, recipient }: TransferOrder,
  expect: ExpectedSide | undefined,
  { instructions }: DecodedTransaction,
): Step[] {
  const called = new Set(instructions.map(({ programId }) => programId));
  let lost = notAWallet(recipient, mint, called);
  const checkOrder = (report: Report) => {
    if (lost !== undefined)
      report("wrong_recipient", `The recipient ${recipient} is ${lost}: what is sent there is lost.`);
    if (expect !== undefined && expect.amount !== amount)
      report("wrong_amount", `The intent sends ${amount} base units; expected are ${expect.amount}.`);
  };
  if (recipient === associatedTokenAddress(wallet, mint)) lost ??= OWN_ACCOUNT;
  if (mint === NATIVE_MINT) {
    return [
      step("sol-transfer", TRANSFER, {
        check({ source, destination, lamports }, report) {
          checkOrder(report);
          if (source !== wallet)
            report(
              "wrong_authority",
              `The SOL comes from ${source}; the intent sends it from the wallet ${wallet}.`,
            );
          if (destination !== recipient)
            report("wrong_recipient", `The SOL goes to ${destination}; the intent names ${recipient}.`);
          if (lamports !== amount)
            report("wrong_amount", `It sends ${lamports} lamports; the intent says ${amount}.`);
        },
      }),
    ];
  }
  // A mint belongs to one of the two token programs; the transfer says which, and a wrong one fails on chain.
  const program = instructions.find(({ kind }) => kind === "token-transfer")?.programId;
  const tokenProgram = isTokenProgram(program) ? program : undefined;
  const from = associatedTokenAddress(wallet, mint, tokenProgram);
  const to = associatedTokenAddress(recipient, mint, tokenProgram);
  if (recipient === from) lost ??= OWN_ACCOUNT;
  const create = (owner: string, account: string) =>
    createStep({
      ...{ payer: wallet, owner, account, mint, tokenProgram, before: TRANSFER },
      source: account === from,
    });
  return [
    create(recipient, to),
    ...(from === to ? [] : [create(wallet, from)]),
    step("token-transfer", TRANSFER, {
      check(instruction, report) {
        checkOrder(report);
        if (instruction.mint === undefined)
          report(
            "wrong_mint",
            `A plain Transfer names no mint. Only TransferChecked of ${mint} is accepted.`,
          );
        else if (instruction.mint !== mint)
          report("wrong_mint", `It sends tokens of mint ${instruction.mint}; the intent says ${mint}.`);
        if (instruction.source !== from || instruction.authority !== wallet)
          report(
            "wrong_account",
            `It debits ${instruction.source} by authority of ${instruction.authority}; the wallet ${wallet} holds the token in ${from}.`,
          );
        if (instruction.destination !== to)
          report(
            "wrong_recipient",
            `It credits ${instruction.destination}; the token account of the recipient ${recipient} is ${to}.`,
          );
        if (instruction.amount !== amount)
          report("wrong_amount", `It sends ${instruction.amount} base units; the intent says ${amount}.`);
      },
    }),
  ];
}
