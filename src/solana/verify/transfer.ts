import { NATIVE_MINT } from "../../contract/chain.js";
import type { DecodedTransaction } from "../decode/decode.js";
import { isBuiltIn } from "../decode/instructions.js";
import { associatedTokenAddress } from "../decode/token-address.js";
import type { Terms } from "./options.js";
import type { TransferOrder } from "./orders.js";
import { createStep, isTokenProgram, type Report, type Step, step } from "./steps.js";

const TRANSFER = "the transfer";

/** A derived account has no private key, so tokens or SOL sent to it are out of reach. */
const OWN_ACCOUNT = "the wallet's own account of that token, not a wallet";

export function transferSteps(
  { mint, amount, recipient }: TransferOrder,
  { wallet, expect }: Terms,
  { instructions }: DecodedTransaction,
): Step[] {
  const called = new Set(instructions.map(({ programId }) => programId));
  let problem = notAWallet(recipient, mint, called);
  const checkOrder = (report: Report) => {
    if (problem !== undefined)
      report("wrong_recipient", `The recipient ${recipient} is ${problem}, so anything sent there is lost.`);
    if (expect !== undefined && expect.amount !== amount)
      report("wrong_amount", `The intent sends ${amount} base units, not ${expect.amount} as expected.`);
  };
  if (recipient === associatedTokenAddress(wallet, mint)) problem ??= OWN_ACCOUNT;
  if (mint === NATIVE_MINT) {
    return [
      step("sol-transfer", TRANSFER, {
        check({ source, destination, lamports }, report) {
          checkOrder(report);
          if (source !== wallet)
            report(
              "wrong_authority",
              `The transaction sends SOL from ${source}, not from the wallet ${wallet}.`,
            );
          if (destination !== recipient)
            report("wrong_recipient", `The SOL goes to ${destination}, but the intent names ${recipient}.`);
          if (lamports !== amount)
            report("wrong_amount", `It sends ${lamports} lamports, but the intent says ${amount}.`);
        },
      }),
    ];
  }
  // A mint belongs to one of the two token programs. The transfer specifies one, and a wrong one fails on chain.
  const program = instructions.find(({ kind }) => kind === "token-transfer")?.programId;
  const tokenProgram = isTokenProgram(program) ? program : undefined;
  const from = associatedTokenAddress(wallet, mint, tokenProgram);
  const to = associatedTokenAddress(recipient, mint, tokenProgram);
  if (recipient === from) problem ??= OWN_ACCOUNT;
  const create = (owner: string, account: string) =>
    createStep({
      payer: wallet,
      owner,
      account,
      mint,
      tokenProgram,
      before: TRANSFER,
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
          report("wrong_mint", `It sends tokens of mint ${instruction.mint}, but the intent says ${mint}.`);
        if (instruction.source !== from || instruction.authority !== wallet)
          report(
            "wrong_account",
            `It takes the tokens from ${instruction.source} with the authority ${instruction.authority}, but the wallet ${wallet} holds them in ${from}.`,
          );
        if (instruction.destination !== to)
          report(
            "wrong_recipient",
            `It sends the tokens to ${instruction.destination}, but the token account of the recipient ${recipient} is ${to}.`,
          );
        // If the mint has a transfer fee, the recipient gets less. The wallet still pays no more than the amount.
        if (instruction.amount !== amount)
          report("wrong_amount", `It sends ${instruction.amount} base units, but the intent says ${amount}.`);
      },
    }),
  ];
}

/** Programs whose accounts obey an authority that no guard sees. */
export const GOVERNED: readonly string[] = [
  "Stake11111111111111111111111111111111111111",
  "Vote111111111111111111111111111111111111111",
  "AddressLookupTab1e1111111111111111111111111",
  "NativeLoader1111111111111111111111111111111",
  "BPFLoader1111111111111111111111111111111111",
  "BPFLoader2111111111111111111111111111111111",
  "BPFLoaderUpgradeab1e11111111111111111111111",
  "LoaderV411111111111111111111111111111111111",
];

/** Other well-known programs, and mints. They have no private key, so anything sent to them is lost. */
const KNOWN: ReadonlyMap<string, string> = new Map([
  ...[
    ...GOVERNED,
    "Config1111111111111111111111111111111111111",
    "Feature111111111111111111111111111111111111",
    "Ed25519SigVerify111111111111111111111111111",
    "KeccakSecp256k11111111111111111111111111111",
    "Secp256r1SigVerify1111111111111111111111111",
    "ZkTokenProof1111111111111111111111111111111",
    "ZkE1Gama1Proof11111111111111111111111111111",
    "metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s",
  ].map((address) => [address, "a program"] as const),
  ...[
    NATIVE_MINT,
    "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
    "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB",
  ].map((address) => [address, "the mint of a token"] as const),
  ["1nc1nerator11111111111111111111111111111111", "the address to which tokens are sent to burn them"],
]);

/** Describes an address that is not a wallet. Returns undefined if it might be a wallet. */
function notAWallet(address: string, mint: string, calledPrograms: ReadonlySet<string>): string | undefined {
  if (address.startsWith("Sysvar")) return "an account of the runtime";
  if (address === mint) return "the mint of the token that is sent";
  return KNOWN.get(address) ?? (isBuiltIn(address) || calledPrograms.has(address) ? "a program" : undefined);
}
