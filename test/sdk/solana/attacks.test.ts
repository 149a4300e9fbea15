import { ComputeBudgetProgram, PublicKey, SystemProgram, type TransactionInstruction } from "@solana/web3.js";
import { UnsafeTransactionError, verifyTransaction } from "intent-tx/solana";
import { expect, test } from "vitest";
import {
  ata,
  BONK,
  budget,
  build,
  bytes,
  closeAccount,
  codesOf,
  createAccount,
  instruction,
  lookupTable,
  metas,
  PYUSD,
  recipient,
  SAMPLES,
  type Sample,
  SOL,
  type SwapParts,
  sampleNamed,
  sendSol,
  stranger,
  swap,
  syncNative,
  TOKEN,
  TOKEN_2022,
  transferChecked,
  USDC,
  wallet,
} from "./samples.js";

const { readonly, signer, writable } = metas;
const sell = sampleNamed("SOL to USDC, exact in");
const sellOut = sampleNamed("SOL to USDC, exact out");
const buy = sampleNamed("USDC to SOL, exact in");
const pay = sampleNamed("a transfer of USDC");
const paySol = sampleNamed("a transfer of SOL");
const payPyusd = sampleNamed("a transfer of PYUSD, a Token-2022 mint");

type List = TransactionInstruction[];

const programs = (list: List) => list.map(({ programId }) => programId.toBase58());
/** Replaces the first instruction of the same program (and data tag). */
const instead = (replacement: TransactionInstruction) => (good: List) => {
  const at = good.findIndex(
    ({ programId, data }) => programId.equals(replacement.programId) && data[0] === replacement.data[0],
  );
  if (at < 0) throw new Error(`no such instruction in ${programs(good)}`);
  return good.toSpliced(at, 1, replacement);
};
const plus = (extra: TransactionInstruction) => (good: List) => [...good, extra];
const first = (extra: TransactionInstruction) => (good: List) => [extra, ...good];
const without = (index: number) => (good: List) => good.toSpliced(index, 1);
const flip = (a: number, b: number) => (good: List) => good.with(a, good[b]!).with(b, good[a]!);

const wsol = ata(wallet, SOL);
const usdc = ata(wallet, USDC);
const amount = 1_000_000_001n;
const bound = 149_250_003n;
const terms = { input: SOL, output: USDC, amount, bound };
const swapWith = (change: Partial<SwapParts>) => instead(swap({ ...terms, ...change }));
/** Changes the transfer of USDC. */
const payWith = (
  { to = ata(recipient, USDC), mint = USDC, amount = 25_000_000n },
  parts: Parameters<typeof transferChecked>[3] = {},
) => instead(transferChecked(to, mint, amount, parts));

const token = (...data: (number | bigint)[]) =>
  instruction(TOKEN, [writable(usdc), writable(stranger), signer(wallet)], bytes(...data));

const withLookupTable = (good: List) => build(good, wallet, { tables: [lookupTable(stranger, [usdc])] });

/** Changes to an accepted transaction, grouped by the finding code that each must cause. */
type Attacks = Record<string, Record<string, (good: List) => List | string>>;

function refuses(on: Sample, attacks: Attacks) {
  const rows = Object.entries(attacks).flatMap(([code, changes]) =>
    Object.entries(changes).map(([name, make]) => [name, code, make] as const),
  );
  test.each(rows)("refused: %s, as %s", (_, code, make) => {
    const verify = (transaction: string) =>
      codesOf(() => verifyTransaction({ transaction }, on.intent, { walletAddress: wallet.toBase58() }));
    expect(verify(build([...on.instructions]))).toEqual([]);
    const made = make([...on.instructions]);
    expect(verify(typeof made === "string" ? made : build(made))).toContain(code);
  });
}

// Swaps on worse terms than the intent's.
refuses(sell, {
  slippage: {
    "a lower minimum": swapWith({ bound: bound - 1n }),
    "no minimum": swapWith({ bound: 0n }),
  },
  wrong_amount: {
    "more input": swapWith({ amount: amount + 1n }),
    "less input": swapWith({ amount: amount - 1n }),
    "the other side with the same numbers": (good) => good.with(6, swap({ ...terms, side: "output" })),
  },
  wrong_mint: { "another output mint": swapWith({ output: BONK }) },
  wrong_account: {
    "output to a stranger": swapWith({ destination: ata(stranger, USDC) }),
    "the output's account under the other token program": swapWith({ outputProgram: TOKEN_2022 }),
  },
  wrong_authority: { "another user": swapWith({ user: stranger }) },
  wrong_token_program: {
    "a false input token program": swapWith({ inputProgram: stranger }),
    "a false output token program": swapWith({ outputProgram: stranger }),
    "wrapped SOL under Token-2022": swapWith({ inputProgram: TOKEN_2022 }),
  },
});

refuses(sellOut, {
  slippage: {
    "a higher maximum": swapWith({ side: "output", amount: 150_000_003n, bound: 1_005_000_002n }),
  },
  wrong_amount: {
    "less output": swapWith({ side: "output", amount: 150_000_002n, bound: 1_005_000_001n }),
  },
});

refuses(buy, {
  wrong_mint: { "another input mint": swapWith({ input: BONK, output: SOL }) },
  wrong_account: {
    "input from another account": swapWith({ input: USDC, output: SOL, source: ata(stranger, USDC) }),
  },
  missing_instruction: { "no swap": without(3) },
});

refuses(sampleNamed("USDC to PYUSD over two pools"), {
  wrong_token_program: {
    "a false middle token program": swapWith({
      input: USDC,
      output: PYUSD,
      hops: 2,
      middleProgram: stranger,
    }),
  },
});

// Wrapping and unwrapping SOL.
refuses(sell, {
  wrong_amount: { "more wrapped": instead(sendSol(wsol, amount + 1n)) },
  wrong_account: {
    "wrapped for a stranger": instead(sendSol(ata(stranger, SOL), amount)),
    "another account synced": instead(syncNative(stranger)),
  },
  wrong_authority: { "wrapped from a stranger": instead(sendSol(wsol, amount, stranger)) },
  missing_instruction: {
    "not wrapped": without(3),
    "not synced": without(4),
  },
  wrong_token_program: { "synced under Token-2022": (good) => good.with(4, syncNative(wsol, TOKEN_2022)) },
  wrong_order: {
    "synced before it is wrapped": flip(3, 4),
    "swapped before it is synced": flip(4, 6),
    "wrapped before its account is created": flip(2, 3),
  },
});

refuses(sellOut, {
  wrong_amount: { "more wrapped than the maximum": instead(sendSol(wsol, 1_005_000_002n)) },
  missing_instruction: { "the unspent rest of the maximum not unwrapped": (good) => good.slice(0, -1) },
});

refuses(buy, {
  wrong_recipient: { "unwrapped to a stranger": instead(closeAccount(wsol, stranger)) },
  wrong_account: { "another account closed": instead(closeAccount(usdc)) },
  wrong_authority: {
    "unwrapped by a stranger": instead(closeAccount(wsol, wallet, { authority: stranger })),
  },
  wrong_token_program: {
    "unwrapped under Token-2022": (good) =>
      good.with(-1, closeAccount(wsol, wallet, { program: TOKEN_2022 })),
    "swapped to wrapped SOL under Token-2022": swapWith({
      input: USDC,
      output: SOL,
      outputProgram: TOKEN_2022,
    }),
  },
  missing_instruction: { "not unwrapped": (good) => good.slice(0, -1) },
  wrong_order: { "unwrapped before the swap": flip(3, 4) },
});

// Instructions in addition to the intent's.
refuses(paySol, {
  unexpected_instruction: {
    "a second transfer of SOL": plus(sendSol(stranger, 1n)),
    "the same transfer of SOL again": (good) => [...good, good.at(-1)!],
  },
});

refuses(buy, {
  unexpected_instruction: {
    "a transfer of SOL beside a swap": plus(sendSol(stranger, 1n)),
    "a second swap, of another token": plus(swap({ ...terms, input: BONK })),
  },
});

refuses(pay, {
  unexpected_instruction: {
    "a transfer of SOL beside a transfer": first(sendSol(stranger, 1n)),
    "the transfer of a token again": (good) => [...good, good.at(-1)!],
    "a swap instead of a transfer": () => [swap(terms)],
    "the rent of an account of another mint": first(createAccount(recipient, BONK)),
    "the rent of the same account twice": (good) => [good[2]!, ...good],
    "the closing of a token account": plus(closeAccount(usdc, stranger)),
  },
});

refuses(sell, {
  unexpected_instruction: {
    "a transfer of a token beside a swap": plus(transferChecked(stranger, USDC, 1n)),
    "the swap again": (good) => [...good.slice(0, 7), good[6]!, good[7]!],
    "the wrapping again": (good) => good.toSpliced(4, 0, good[3]!),
    "the rent of an account for a stranger": first(createAccount(stranger, USDC)),
  },
});

// Recipients, amounts and mints other than the intent's.
refuses(paySol, {
  wrong_recipient: { "another recipient of SOL": instead(sendSol(stranger, 500_000_000n)) },
  wrong_amount: {
    "more SOL": instead(sendSol(recipient, 500_000_001n)),
    "less SOL": instead(sendSol(recipient, 499_999_999n)),
  },
  wrong_authority: { "another wallet's SOL": instead(sendSol(recipient, 500_000_000n, stranger)) },
  missing_instruction: { "no instructions": () => [] },
  unexpected_instruction: {
    "wrapped SOL instead of SOL": () => [transferChecked(ata(recipient, SOL), SOL, 500_000_000n)],
  },
});

refuses(pay, {
  wrong_recipient: {
    "another recipient of a token": payWith({ to: ata(stranger, USDC) }),
    "the recipient's wallet for a token account": payWith({ to: recipient }),
    "an account of the recipient under the other token program": payWith({
      to: ata(recipient, USDC, TOKEN_2022),
    }),
    "an account of another mint": payWith({ to: ata(recipient, BONK) }),
  },
  wrong_amount: { "more of the token": payWith({ amount: 25_000_001n }) },
  wrong_mint: {
    "another token": payWith({ to: ata(recipient, BONK), mint: BONK }),
    "a mint that contradicts the accounts": payWith({ mint: BONK }, { from: usdc }),
    "a plain Transfer, which names no mint": () => [
      instruction(
        TOKEN,
        [writable(usdc), writable(ata(recipient, USDC)), signer(wallet)],
        bytes(3, 25_000_000n),
      ),
    ],
  },
  wrong_account: {
    "a token from another account": payWith({}, { from: stranger }),
    "a token by another authority": payWith({}, { authority: stranger }),
  },
  missing_instruction: { "no transfer": without(3) },
});

// Creation of token accounts.
refuses(pay, {
  wrong_authority: {
    "a stranger pays the rent": instead(createAccount(recipient, USDC, { payer: stranger })),
  },
  wrong_account: {
    "an owner that contradicts the address": instead(
      createAccount(stranger, USDC, { account: ata(recipient, USDC) }),
    ),
  },
  wrong_token_program: {
    "Token-2022 for a mint of SPL Token": instead(
      createAccount(recipient, USDC, { program: TOKEN_2022, account: ata(recipient, USDC) }),
    ),
  },
  unexpected_instruction: {
    "another account under Token-2022": instead(createAccount(recipient, USDC, { program: TOKEN_2022 })),
  },
  wrong_order: { "an account made after the transfer": flip(2, 3) },
});

refuses(payPyusd, {
  unexpected_instruction: {
    "SPL Token for a mint of Token-2022": instead(createAccount(recipient, PYUSD, { program: TOKEN })),
  },
});

// Instructions that are never safe to sign.
refuses(pay, {
  unknown_instruction: {
    Approve: plus(token(4, 1n)),
    SetAuthority: plus(token(6, 2, 1, ...stranger.toBytes())),
    Burn: plus(token(8, 1n)),
    MintTo: plus(token(7, 1n)),
    "a transfer with a multisig's extra accounts": (good) =>
      good.with(3, instruction(TOKEN, [...good[3]!.keys, readonly(stranger)], good[3]!.data as Buffer)),
    "a transfer with an extra byte": (good) =>
      good.with(3, instruction(TOKEN, good[3]!.keys, Buffer.concat([good[3]!.data, bytes(0)]))),
  },
});

refuses(sell, {
  unknown_instruction: {
    ApproveChecked: plus(
      instruction(
        TOKEN,
        [writable(usdc), readonly(USDC), readonly(stranger), signer(wallet)],
        bytes(13, 1n, 6),
      ),
    ),
    "an unknown program": plus(instruction(stranger, [signer(wallet)], bytes(1))),
    "the swap's data and accounts under another program": (good) =>
      good.with(6, instruction(stranger, good[6]!.keys, good[6]!.data as Buffer)),
    "a pool that the wallet creates": plus(
      instruction(new PublicKey("intentTxSwap1111111111111111111111111111111"), [signer(wallet)], bytes(0)),
    ),
  },
});

refuses(paySol, {
  unknown_instruction: {
    Assign: plus(SystemProgram.assign({ accountPubkey: wallet, programId: stranger })),
    Allocate: plus(SystemProgram.allocate({ accountPubkey: wallet, space: 8 })),
    "a durable nonce, which never expires": first(
      SystemProgram.nonceAdvance({ noncePubkey: stranger, authorizedPubkey: wallet }),
    ),
    "a change of nonce authority": plus(
      SystemProgram.nonceAuthorize({
        noncePubkey: recipient,
        authorizedPubkey: wallet,
        newAuthorizedPubkey: stranger,
      }),
    ),
  },
});

refuses(payPyusd, {
  unknown_instruction: {
    TransferCheckedWithFee: plus(
      instruction(
        TOKEN_2022,
        [writable(ata(wallet, PYUSD)), readonly(PYUSD), writable(stranger), signer(wallet)],
        bytes(26, 1, 1n, 6, 0n),
      ),
    ),
  },
});

// Signing and cost.
refuses(sell, {
  extra_signer: { "a second signer": plus(sendSol(wallet, 1n, stranger)) },
  priority_fee: {
    "a higher priority fee": instead(budget(200_000, 1001)[1]!),
    "an absurd priority fee": instead(budget(200_000, 2n ** 64n - 1n)[1]!),
  },
  compute_limit: { "a compute-unit limit above the maximum": instead(budget(1_400_001)[0]!) },
  unexpected_instruction: { "a second compute-unit price": plus(budget(1, 1)[1]!) },
  unknown_instruction: { "a heap frame": plus(ComputeBudgetProgram.requestHeapFrame({ bytes: 65_536 })) },
});

refuses(pay, {
  wrong_fee_payer: { "another fee payer": (good) => build(good, stranger) },
  lookup_table: { "a lookup table": withLookupTable },
});

test("no transaction is accepted for another sample's intent, unless both intents are equal", () => {
  const options = { walletAddress: wallet.toBase58() };
  const said = ({ intent: { parameters } }: (typeof SAMPLES)[number]) =>
    JSON.stringify({ ...parameters, amount: String(parameters.amount) });
  let pairs = 0;
  for (const one of SAMPLES)
    for (const other of SAMPLES) {
      // The exact-in and exact-out samples of a swap have equal intents, because an intent does not fix the side.
      if (said(one) === said(other)) continue;
      pairs++;
      const check = () => verifyTransaction(build([...one.instructions]), other.intent, options);
      expect(check, `${one.name} for ${other.name}`).toThrow(UnsafeTransactionError);
    }
  expect(pairs).toBe(68);
});

test("a wallet refuses another wallet's transaction", () => {
  for (const { instructions, intent } of SAMPLES)
    expect(() =>
      verifyTransaction(build([...instructions]), intent, { walletAddress: stranger.toBase58() }),
    ).toThrow(UnsafeTransactionError);
});
