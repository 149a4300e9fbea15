import { PublicKey, type TransactionInstruction } from "@solana/web3.js";
import { PROGRAM_IDS } from "intent-tx/contract";
import { type SwapDecoder, type SwapTerms, verifyTransaction } from "intent-tx/solana";
import { describe, expect, test } from "vitest";
import {
  ata,
  BONK,
  build,
  bytes,
  closeAccount,
  codesOf as codes,
  createAccount,
  instruction,
  metas,
  PYUSD,
  SOL,
  sampleNamed,
  stranger,
  swapIntent,
  USDC,
  wallet,
} from "./samples.js";

const { signer, writable } = metas;
const walletAddress = wallet.toBase58();

/** A swap program that the SDK does not know. It takes two token accounts, the wallet, a 7 and two amounts. */
const VENUE = new PublicKey("9W959DqEETiGZocYWCQPaJ6sBmUzgfxXfqGeTEdp3aQP");
const venueSwap = (input: PublicKey, output: PublicKey, amount = 1000n, minimum = 995n) =>
  instruction(
    VENUE,
    [writable(ata(wallet, input)), writable(ata(wallet, output)), signer(wallet)],
    bytes(7, amount, minimum),
  );

const decoder =
  (input: PublicKey, output: PublicKey, change: Partial<SwapTerms> = {}): SwapDecoder =>
  ({ accounts, data }) => {
    const [inputAccount, outputAccount, user] = accounts;
    if (data[0] !== 7 || !inputAccount || !outputAccount || !user) return undefined;
    const numbers = new DataView(data.buffer, data.byteOffset);
    return {
      side: "exact-in",
      amount: numbers.getBigUint64(1, true),
      bound: numbers.getBigUint64(9, true),
      user,
      inputAccount,
      outputAccount,
      inputMint: input.toBase58(),
      outputMint: output.toBase58(),
      ...change,
    };
  };

const verify = (
  input: PublicKey,
  output: PublicKey,
  instructions: TransactionInstruction[],
  swapPrograms?: Record<string, SwapDecoder>,
) =>
  verifyTransaction(build(instructions), swapIntent(input, output, 1000n, 1000n), {
    walletAddress,
    swapPrograms,
  });

describe("a swap of another venue", () => {
  test("is refused without a decoder, or if the decoder returns undefined", () => {
    const list = [venueSwap(USDC, BONK)];
    expect(codes(() => verify(USDC, BONK, list))).toEqual(["unknown_instruction", "missing_instruction"]);
    const deaf = { [VENUE.toBase58()]: () => undefined };
    expect(codes(() => verify(USDC, BONK, list, deaf))).toEqual([
      "unknown_instruction",
      "missing_instruction",
    ]);
  });

  test.each([
    ["two SPL tokens", USDC, BONK],
    ["into Token-2022", USDC, PYUSD],
    ["out of Token-2022", PYUSD, USDC],
  ])("is accepted with a decoder: %s", (_, input, output) => {
    const list = [createAccount(wallet, output), venueSwap(input, output)];
    const decoded = verify(input, output, list, { [VENUE.toBase58()]: decoder(input, output) });
    expect(decoded.instructions[1]).toMatchObject({ kind: "swap", programId: VENUE.toBase58(), bound: 995n });
  });

  test("must unwrap its SOL like a built-in swap", () => {
    const venues = { [VENUE.toBase58()]: decoder(USDC, SOL) };
    const list = [createAccount(wallet, SOL), venueSwap(USDC, SOL), closeAccount()];
    expect(codes(() => verify(USDC, SOL, list, venues))).toEqual([]);
    expect(codes(() => verify(USDC, SOL, list.slice(0, 2), venues))).toEqual(["missing_instruction"]);
  });

  test.each<[string, Partial<SwapTerms>, string]>([
    ["another user", { user: stranger.toBase58() }, "wrong_authority"],
    ["another output account", { outputAccount: stranger.toBase58() }, "wrong_account"],
    ["another input account", { inputAccount: stranger.toBase58() }, "wrong_account"],
    ["another output mint", { outputMint: USDC.toBase58() }, "wrong_mint"],
    ["more input", { amount: 1001n }, "wrong_amount"],
    ["a lower minimum", { bound: 994n }, "slippage"],
    ["a higher maximum", { side: "exact-out", bound: 1006n }, "slippage"],
  ])("must match the intent: %s", (_, change, code) => {
    const venues = { [VENUE.toBase58()]: decoder(USDC, BONK, change) };
    expect(codes(() => verify(USDC, BONK, [venueSwap(USDC, BONK)], venues))).toContain(code);
  });

  test("is accepted only once", () => {
    const venues = { [VENUE.toBase58()]: decoder(USDC, BONK) };
    expect(codes(() => verify(USDC, BONK, [venueSwap(USDC, BONK), venueSwap(USDC, BONK)], venues))).toEqual([
      "unexpected_instruction",
    ]);
  });

  test("a decoder that throws, or returns anything but terms, causes a refusal", () => {
    const broken: unknown[] = [
      () => {
        throw new RangeError("out of bounds");
      },
      () => ({ side: "exact-in" }),
      () => ({
        ...decoder(USDC, BONK)({ programId: "", accounts: ["a", "b", "c"], data: bytes(7, 1n, 1n) }),
        bound: 5,
      }),
      () => null,
      "no function",
    ];
    for (const wrong of broken) {
      const venues = { [VENUE.toBase58()]: wrong as SwapDecoder };
      expect(codes(() => verify(USDC, BONK, [venueSwap(USDC, BONK)], venues))).toContain(
        "unknown_instruction",
      );
    }
  });

  test("no decoder can replace a built-in one", () => {
    const { intent, instructions } = sampleNamed("a transfer of USDC");
    const swapPrograms = Object.fromEntries(
      Object.values(PROGRAM_IDS).map((id) => [id, decoder(USDC, BONK)] as const),
    );
    const approve = instruction(
      new PublicKey(PROGRAM_IDS.token),
      [writable(ata(wallet, USDC)), writable(stranger), signer(wallet)],
      bytes(4, 1n),
    );
    const run = (list: TransactionInstruction[]) => () =>
      verifyTransaction(build(list), intent, { walletAddress, swapPrograms });
    expect(codes(run(instructions))).toEqual([]);
    expect(codes(run([...instructions, approve]))).toEqual(["unknown_instruction"]);
  });
});
