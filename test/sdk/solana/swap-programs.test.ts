import { PublicKey, type TransactionInstruction } from "@solana/web3.js";
import { PROGRAM_IDS } from "intent-tx/contract";
import { preview, type SwapDecoder, type SwapTerms, verifyTransaction } from "intent-tx/solana";
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
  keypair,
  metas,
  ODD,
  PYUSD,
  SOL,
  sampleNamed,
  sendSol,
  stranger,
  swapIntent,
  syncNative,
  TOKEN,
  USDC,
  wallet,
} from "./samples.js";

const { readonly, signer, writable } = metas;
const walletAddress = wallet.toBase58();

/** A swap program that the SDK does not know. It takes two token accounts, the wallet, a 7 and two amounts. */
const VENUE = new PublicKey("9W959DqEETiGZocYWCQPaJ6sBmUzgfxXfqGeTEdp3aQP");
const venueSwap = (input: PublicKey, output: PublicKey, amount = 1000n, minimum = 995n) =>
  instruction(
    VENUE,
    [writable(ata(wallet, input)), writable(ata(wallet, output)), signer(wallet)],
    bytes(7, amount, minimum),
  );

const ACCOUNTS = [ata(wallet, USDC), ata(wallet, BONK), wallet].map((account) => account.toBase58());

const decoder =
  (input: PublicKey, output: PublicKey, change: Partial<SwapTerms> = {}): SwapDecoder =>
  ({ accounts, data }) => {
    const [inputAccount, outputAccount, user] = accounts;
    if (data[0] !== 7 || !inputAccount || !outputAccount || !user) return undefined;
    const numbers = new DataView(data.buffer, data.byteOffset);
    return {
      side: "input",
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
    ["a higher maximum", { side: "output", bound: 1006n }, "slippage"],
  ])("must match the intent: %s", (_, change, code) => {
    const venues = { [VENUE.toBase58()]: decoder(USDC, BONK, change) };
    expect(codes(() => verify(USDC, BONK, [venueSwap(USDC, BONK)], venues))).toContain(code);
  });

  test.each([
    ["a token program", TOKEN, []],
    ["any other program", stranger, ["unexpected_instruction", "wrong_account"]],
  ])("may create the wallet's account with %s", (_, program, expected) => {
    const account = keypair(50).publicKey;
    const create = instruction(
      VENUE,
      [writable(account), signer(wallet), readonly(BONK), readonly(program)],
      bytes(8),
    );
    const output = { outputAccount: account.toBase58() };
    const withCreation: SwapDecoder = (raw) => {
      const [created = "", , mint = "", tokenProgram = ""] = raw.accounts;
      const known = {
        payer: walletAddress,
        account: created,
        owner: walletAddress,
        mint,
        tokenProgram,
        idempotent: false,
      };
      return raw.data[0] === 8
        ? { ...raw, kind: "create-token-account", ...known }
        : decoder(USDC, BONK, output)(raw);
    };
    const venues = { [VENUE.toBase58()]: withCreation };
    expect(codes(() => verify(USDC, BONK, [create, venueSwap(USDC, BONK)], venues)).sort()).toEqual(expected);
  });

  test("is accepted only once", () => {
    const venues = { [VENUE.toBase58()]: decoder(USDC, BONK) };
    expect(codes(() => verify(USDC, BONK, [venueSwap(USDC, BONK), venueSwap(USDC, BONK)], venues))).toEqual([
      "unexpected_instruction",
    ]);
  });

  const list = [createAccount(wallet, BONK), venueSwap(USDC, BONK)];
  const terms = decoder(USDC, BONK)({ programId: "", accounts: ACCOUNTS, data: bytes(7, 1000n, 995n) })!;
  const withDecoder = (one: unknown) =>
    codes(() => verify(USDC, BONK, list, { [VENUE.toBase58()]: one as SwapDecoder }));

  test("a decoder that is not a function is refused; one that throws is a finding, and the swap stays unknown", () => {
    for (const odd of ODD)
      if (typeof odd !== "function") expect(withDecoder(odd)).toEqual(["ConfigurationError"]);
    const out = () => {
      throw new RangeError("out of bounds");
    };
    expect(withDecoder(out)).toContain("unknown_instruction");
  });

  test("odd return values of a decoder are findings", () => {
    expect(withDecoder(() => terms)).toEqual([]);
    for (const value of ODD) {
      if (value !== undefined && value !== null)
        expect(withDecoder(() => value)).toEqual(
          expect.arrayContaining(["invalid_intent", "unknown_instruction"]),
        );
      else expect(withDecoder(() => value)).toContain("unknown_instruction");
      for (const field of Object.keys(terms)) {
        // Text and bigints fit the types of some fields, so they may have another code, such as wrong_account.
        const found = withDecoder(() => ({ ...terms, [field]: value }));
        // The wallet's derived account proves the mint.
        if (value === undefined && field.endsWith("Mint")) {
          expect(found).toEqual([]);
          continue;
        }
        expect(found.length).toBeGreaterThan(0);
        if (typeof value !== "string" && typeof value !== "bigint") expect(found).toContain("invalid_intent");
      }
    }
    expect(withDecoder(async () => terms)).toContain("invalid_intent");
    expect(withDecoder(() => ({ ...terms, amount: -1n }))).toContain("invalid_intent");
  });

  test("a decoder is called only once, so it cannot change its answer", () => {
    let reads = 0;
    const changing = Object.defineProperty({ ...terms }, "amount", {
      enumerable: true,
      get: () => (reads++ === 0 ? 1000n : 1n),
    });
    expect(withDecoder(() => changing)).toEqual([]);
    expect(reads).toBe(1);
  });

  test("a decoder cannot modify the decoded transaction", () => {
    const change: SwapDecoder = ({ accounts, data }) => {
      (accounts as string[])[0] = stranger.toBase58();
      data.fill(9);
      return terms;
    };
    const [, swapped] = verify(USDC, BONK, list, { [VENUE.toBase58()]: change }).instructions;
    expect(swapped).toMatchObject({ kind: "swap", accounts: ACCOUNTS });
    expect([...swapped!.data]).toEqual([...bytes(7, 1000n, 995n)]);
  });

  test("no decoder can replace a built-in one", () => {
    const { intent, instructions } = sampleNamed("a transfer of USDC");
    const swapPrograms = Object.fromEntries(
      Object.values(PROGRAM_IDS).map((id) => [id, () => terms] as const),
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

describe("a swap of an unknown program with a guard", () => {
  test.each([
    ["input", 1000n, true],
    ["input", 990n, true],
    ["input", 1001n, false],
    ["output", 1005n, true],
    ["output", 1000n, true],
    ["output", 1006n, false],
  ] as const)("with an exact %s may wrap %i lamports: %s", async (side, lamports, accepted) => {
    const intent = swapIntent(SOL, USDC, 1000n, 1000n);
    const wsol = ata(wallet, SOL);
    const list = [createAccount(wallet, SOL), sendSol(wsol, lamports), syncNative(), venueSwap(SOL, USDC)];
    const transactions = { build: async () => ({ transaction: build([...list, closeAccount()]) }) };
    const shown = preview({
      client: { intents: { parse: async () => intent }, transactions } as never,
      walletAddress,
      intent,
      expect: { side, amount: 1000n },
      guard: { unknownPrograms: [VENUE.toBase58()] },
    });
    const spendAtMost = [{ mint: SOL.toBase58(), amount: side === "input" ? 1000n : 1005n }];
    if (accepted) expect((await shown).effects).toMatchObject({ spendAtMost });
    else await expect(shown).rejects.toMatchObject({ findings: [{ code: "wrong_amount" }] });
  });
});
