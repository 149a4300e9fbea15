import {
  AddressLookupTableAccount,
  ComputeBudgetProgram,
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import type { Intent } from "intent-tx/contract";
import { UnsafeTransactionError, verifyTransaction } from "intent-tx/solana";
import { expect, test } from "vitest";
import {
  ata,
  BONK,
  blockhash,
  budget,
  build,
  bytes,
  closeAccount,
  createAccount,
  instruction,
  metas,
  PYUSD,
  recipient,
  SAMPLES,
  SOL,
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
} from "./solana-samples.js";

const { readonly, signer, writable } = metas;
const sell = sampleNamed("SOL to USDC, exact in");
const sellOut = sampleNamed("SOL to USDC, exact out");
const buy = sampleNamed("USDC to SOL, exact in");
const pay = sampleNamed("a transfer of USDC");
const paySol = sampleNamed("a transfer of SOL");
const payPyusd = sampleNamed("a transfer of PYUSD, a Token-2022 mint");

type List = TransactionInstruction[];
interface Attack {
  readonly name: string;
  readonly on: { readonly intent: Intent; readonly instructions: List };
  readonly make: (good: List) => List | string;
  readonly code: string;
}

const attack = (
  name: string,
  on: Attack["on"],
  code: string,
  make: (good: List) => List | string,
): Attack => ({ name, on, make, code });

const programs = (list: List) => list.map(({ programId }) => programId.toBase58());
/** Puts something in the place of the first instruction of the same program (and data tag). */
const instead = (replacement: TransactionInstruction) => (good: List) => {
  const at = good.findIndex(
    ({ programId, data }) => programId.equals(replacement.programId) && data[0] === replacement.data[0],
  );
  if (at < 0) throw new Error(`nothing like it in ${programs(good)}`);
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

const token = (...data: (number | bigint)[]) =>
  instruction(TOKEN, [writable(usdc), writable(stranger), signer(wallet)], bytes(...data));

const withLookupTable = (good: List) => {
  const table = new AddressLookupTableAccount({
    key: stranger,
    state: {
      deactivationSlot: 2n ** 64n - 1n,
      lastExtendedSlot: 0,
      lastExtendedSlotStartIndex: 0,
      addresses: [usdc],
    },
  });
  const message = new TransactionMessage({
    payerKey: wallet,
    recentBlockhash: blockhash,
    instructions: good,
  });
  const wire = new VersionedTransaction(message.compileToV0Message([table])).serialize();
  return Buffer.from(wire).toString("base64");
};

const ATTACKS: readonly Attack[] = [
  // More than the intent.
  attack("a second transfer of SOL", paySol, "unexpected_instruction", plus(sendSol(stranger, 1n))),
  attack("the same transfer of SOL again", paySol, "unexpected_instruction", (good) => [
    ...good,
    good.at(-1)!,
  ]),
  attack("a transfer of SOL beside a swap", buy, "unexpected_instruction", plus(sendSol(stranger, 1n))),
  attack("a transfer of SOL beside a transfer", pay, "unexpected_instruction", first(sendSol(stranger, 1n))),
  attack(
    "a transfer of a token beside a swap",
    sell,
    "unexpected_instruction",
    plus(transferChecked(stranger, USDC, 1n)),
  ),
  attack("the transfer of a token again", pay, "unexpected_instruction", (good) => [...good, good.at(-1)!]),
  attack("the swap again", sell, "unexpected_instruction", (good) => [
    ...good.slice(0, 7),
    good[6]!,
    good[7]!,
  ]),
  attack("the wrapping again", sell, "unexpected_instruction", (good) => good.toSpliced(4, 0, good[3]!)),
  attack(
    "a swap of something else besides",
    buy,
    "unexpected_instruction",
    plus(swap({ ...terms, input: BONK })),
  ),
  attack("a swap in place of a transfer", pay, "unexpected_instruction", () => [swap(terms)]),
  attack(
    "the rent of an account for a stranger",
    sell,
    "unexpected_instruction",
    first(createAccount(stranger, USDC)),
  ),
  attack(
    "the rent of an account of another mint",
    pay,
    "unexpected_instruction",
    first(createAccount(recipient, BONK)),
  ),
  attack("the rent of the same account twice", pay, "unexpected_instruction", (good) => [good[2]!, ...good]),
  attack("the closing of a token account", pay, "unexpected_instruction", plus(closeAccount(usdc, stranger))),

  // Something else than the intent.
  attack("another recipient of SOL", paySol, "wrong_recipient", instead(sendSol(stranger, 500_000_000n))),
  attack("more SOL", paySol, "wrong_amount", instead(sendSol(recipient, 500_000_001n))),
  attack("less SOL", paySol, "wrong_amount", instead(sendSol(recipient, 499_999_999n))),
  attack(
    "SOL of somebody else",
    paySol,
    "wrong_authority",
    instead(sendSol(recipient, 500_000_000n, stranger)),
  ),
  attack(
    "another recipient of a token",
    pay,
    "wrong_recipient",
    instead(transferChecked(ata(stranger, USDC), USDC, 25_000_000n)),
  ),
  attack(
    "the recipient's wallet for a token account",
    pay,
    "wrong_recipient",
    instead(transferChecked(recipient, USDC, 25_000_000n)),
  ),
  attack(
    "an account of the recipient under the other token program",
    pay,
    "wrong_recipient",
    instead(transferChecked(ata(recipient, USDC, TOKEN_2022), USDC, 25_000_000n)),
  ),
  attack(
    "an account of another mint",
    pay,
    "wrong_recipient",
    instead(transferChecked(ata(recipient, BONK), USDC, 25_000_000n)),
  ),
  attack(
    "more of the token",
    pay,
    "wrong_amount",
    instead(transferChecked(ata(recipient, USDC), USDC, 25_000_001n)),
  ),
  attack(
    "another token",
    pay,
    "wrong_mint",
    instead(transferChecked(ata(recipient, BONK), BONK, 25_000_000n)),
  ),
  attack(
    "a mint that contradicts the accounts",
    pay,
    "wrong_mint",
    instead(transferChecked(ata(recipient, USDC), BONK, 25_000_000n, { from: usdc })),
  ),
  attack(
    "a token from another account",
    pay,
    "wrong_account",
    instead(transferChecked(ata(recipient, USDC), USDC, 25_000_000n, { from: stranger })),
  ),
  attack(
    "a token by another authority",
    pay,
    "wrong_account",
    instead(transferChecked(ata(recipient, USDC), USDC, 25_000_000n, { authority: stranger })),
  ),
  attack("a plain Transfer, which names no mint", pay, "wrong_mint", () => [
    instruction(
      TOKEN,
      [writable(usdc), writable(ata(recipient, USDC)), signer(wallet)],
      bytes(3, 25_000_000n),
    ),
  ]),
  attack("no transfer", pay, "missing_instruction", without(3)),
  attack("nothing at all", paySol, "missing_instruction", () => []),
  attack("wrapped SOL in place of SOL", paySol, "unexpected_instruction", () => [
    transferChecked(ata(recipient, SOL), SOL, 500_000_000n),
  ]),

  // A worse swap.
  attack("a lower minimum", sell, "slippage", instead(swap({ ...terms, bound: bound - 1n }))),
  attack("no minimum", sell, "slippage", instead(swap({ ...terms, bound: 0n }))),
  attack("more input", sell, "wrong_amount", instead(swap({ ...terms, amount: amount + 1n }))),
  attack("less input", sell, "wrong_amount", instead(swap({ ...terms, amount: amount - 1n }))),
  attack(
    "a higher maximum",
    sellOut,
    "slippage",
    instead(swap({ ...terms, side: "exact-out", amount: 150_000_003n, bound: 1_005_000_002n })),
  ),
  attack(
    "less output",
    sellOut,
    "wrong_amount",
    instead(swap({ ...terms, side: "exact-out", amount: 150_000_002n, bound: 1_005_000_001n })),
  ),
  attack("another side, with the numbers as they are", sell, "wrong_amount", (good) =>
    good.with(6 - 1, swap({ ...terms, side: "exact-out" })),
  ),
  attack("another output mint", sell, "wrong_mint", instead(swap({ ...terms, output: BONK }))),
  attack("another input mint", buy, "wrong_mint", instead(swap({ input: BONK, output: SOL, amount, bound }))),
  attack(
    "output to a stranger",
    sell,
    "wrong_account",
    instead(swap({ ...terms, destination: ata(stranger, USDC) })),
  ),
  attack(
    "input from another account",
    buy,
    "wrong_account",
    instead(swap({ ...terms, input: USDC, output: SOL, source: ata(stranger, USDC) })),
  ),
  attack("another user", sell, "wrong_authority", instead(swap({ ...terms, user: stranger }))),
  attack(
    "a false input token program",
    sell,
    "wrong_token_program",
    instead(swap({ ...terms, inputProgram: stranger })),
  ),
  attack(
    "a false output token program",
    sell,
    "wrong_token_program",
    instead(swap({ ...terms, outputProgram: stranger })),
  ),
  attack(
    "a false middle token program",
    sampleNamed("USDC to PYUSD over two pools"),
    "wrong_token_program",
    instead(swap({ input: USDC, output: PYUSD, amount, bound, hops: 2, middleProgram: stranger })),
  ),
  attack(
    "wrapped SOL under Token-2022",
    sell,
    "wrong_token_program",
    instead(swap({ ...terms, inputProgram: TOKEN_2022 })),
  ),
  attack(
    "the output's account under the other token program",
    sell,
    "wrong_account",
    instead(swap({ ...terms, outputProgram: TOKEN_2022 })),
  ),
  attack("no swap", buy, "missing_instruction", without(3)),

  // Around the wrapped SOL.
  attack("more wrapped", sell, "wrong_amount", instead(sendSol(wsol, amount + 1n))),
  attack("more wrapped than the maximum", sellOut, "wrong_amount", instead(sendSol(wsol, 1_005_000_002n))),
  attack("wrapped for a stranger", sell, "wrong_account", instead(sendSol(ata(stranger, SOL), amount))),
  attack("wrapped from a stranger", sell, "wrong_authority", instead(sendSol(wsol, amount, stranger))),
  attack("not wrapped", sell, "missing_instruction", without(3)),
  attack("not synced", sell, "missing_instruction", without(4)),
  attack("another account synced", sell, "wrong_account", instead(syncNative(stranger))),
  attack("synced under Token-2022", sell, "wrong_token_program", (good) =>
    good.with(4, syncNative(wsol, TOKEN_2022)),
  ),
  attack("synced before it is wrapped", sell, "wrong_order", flip(3, 4)),
  attack("swapped before it is synced", sell, "wrong_order", flip(4, 6)),
  attack("unwrapped to a stranger", buy, "wrong_recipient", instead(closeAccount(wsol, stranger))),
  attack("another account closed", buy, "wrong_account", instead(closeAccount(usdc))),
  attack(
    "unwrapped by a stranger",
    buy,
    "wrong_authority",
    instead(closeAccount(wsol, wallet, { authority: stranger })),
  ),
  attack("unwrapped under Token-2022", buy, "wrong_token_program", (good) =>
    good.with(-1, closeAccount(wsol, wallet, { program: TOKEN_2022 })),
  ),
  attack("the rest of the maximum not unwrapped", sellOut, "missing_instruction", (good) =>
    good.slice(0, -1),
  ),
  attack("not unwrapped", buy, "missing_instruction", (good) => good.slice(0, -1)),
  attack("unwrapped before the swap", buy, "wrong_order", flip(3, 4)),

  // The accounts that are made.
  attack(
    "a stranger pays the rent",
    pay,
    "wrong_authority",
    instead(createAccount(recipient, USDC, { payer: stranger })),
  ),
  attack(
    "an owner that contradicts the address",
    pay,
    "wrong_account",
    instead(createAccount(stranger, USDC, { account: ata(recipient, USDC) })),
  ),
  attack(
    "Token-2022 for a mint that moves under SPL Token",
    pay,
    "wrong_token_program",
    instead(createAccount(recipient, USDC, { program: TOKEN_2022, account: ata(recipient, USDC) })),
  ),
  attack(
    "another account under Token-2022",
    pay,
    "unexpected_instruction",
    instead(createAccount(recipient, USDC, { program: TOKEN_2022 })),
  ),
  attack("an account made after the transfer", pay, "wrong_order", flip(2, 3)),
  attack(
    "SPL Token for an account that moves under Token-2022",
    payPyusd,
    "unexpected_instruction",
    instead(createAccount(recipient, PYUSD, { program: TOKEN })),
  ),

  // What nobody should sign.
  attack("Approve", pay, "unknown_instruction", plus(token(4, 1n))),
  attack(
    "ApproveChecked",
    sell,
    "unknown_instruction",
    plus(
      instruction(
        TOKEN,
        [writable(usdc), readonly(USDC), readonly(stranger), signer(wallet)],
        bytes(13, 1n, 6),
      ),
    ),
  ),
  attack("SetAuthority", pay, "unknown_instruction", plus(token(6, 2, 1, ...stranger.toBytes()))),
  attack("Burn", pay, "unknown_instruction", plus(token(8, 1n))),
  attack("MintTo", pay, "unknown_instruction", plus(token(7, 1n))),
  attack(
    "Assign",
    paySol,
    "unknown_instruction",
    plus(SystemProgram.assign({ accountPubkey: wallet, programId: stranger })),
  ),
  attack(
    "Allocate",
    paySol,
    "unknown_instruction",
    plus(SystemProgram.allocate({ accountPubkey: wallet, space: 8 })),
  ),
  attack(
    "a durable nonce, which never expires",
    paySol,
    "unknown_instruction",
    first(SystemProgram.nonceAdvance({ noncePubkey: stranger, authorizedPubkey: wallet })),
  ),
  attack(
    "a nonce authority handed over",
    paySol,
    "unknown_instruction",
    plus(
      SystemProgram.nonceAuthorize({
        noncePubkey: recipient,
        authorizedPubkey: wallet,
        newAuthorizedPubkey: stranger,
      }),
    ),
  ),
  attack(
    "an unknown program",
    sell,
    "unknown_instruction",
    plus(instruction(stranger, [signer(wallet)], bytes(1))),
  ),
  attack("a swap program with its name stolen", sell, "unknown_instruction", (good) =>
    good.with(6, instruction(stranger, good[6]!.keys, good[6]!.data as Buffer)),
  ),
  attack(
    "a pool made in the wallet's name",
    sell,
    "unknown_instruction",
    plus(
      instruction(new PublicKey("intentTxSwap1111111111111111111111111111111"), [signer(wallet)], bytes(0)),
    ),
  ),
  attack("a transfer with a multisig's extra accounts", pay, "unknown_instruction", (good) =>
    good.with(3, instruction(TOKEN, [...good[3]!.keys, readonly(stranger)], good[3]!.data as Buffer)),
  ),
  attack("a transfer with a byte too many", pay, "unknown_instruction", (good) =>
    good.with(3, instruction(TOKEN, good[3]!.keys, Buffer.concat([good[3]!.data, bytes(0)]))),
  ),
  attack(
    "TransferCheckedWithFee",
    payPyusd,
    "unknown_instruction",
    plus(
      instruction(
        TOKEN_2022,
        [writable(ata(wallet, PYUSD)), readonly(PYUSD), writable(stranger), signer(wallet)],
        bytes(26, 1, 1n, 6, 0n),
      ),
    ),
  ),

  // Signing and cost.
  attack("a second signer", sell, "extra_signer", plus(sendSol(wallet, 1n, stranger))),
  attack("another fee payer", pay, "wrong_fee_payer", (good) => build(good, stranger)),
  attack("a lookup table", pay, "lookup_table", withLookupTable),
  attack("a higher priority fee", sell, "priority_fee", instead(budget(200_000, 1001)[1]!)),
  attack("an absurd priority fee", sell, "priority_fee", instead(budget(200_000, 2n ** 64n - 1n)[1]!)),
  attack("a compute-unit limit that does not exist", sell, "compute_limit", instead(budget(1_400_001)[0]!)),
  attack("a second compute-unit price", sell, "unexpected_instruction", plus(budget(1, 1)[1]!)),
  attack(
    "a heap frame",
    sell,
    "unknown_instruction",
    plus(ComputeBudgetProgram.requestHeapFrame({ bytes: 65_536 })),
  ),
];

test.each(ATTACKS.map((one) => [one.name, one] as const))("refused: %s", (_, { on, make, code }) => {
  const options = { walletAddress: wallet.toBase58() };
  expect(() => verifyTransaction(build([...on.instructions]), on.intent, options)).not.toThrow();
  const made = make([...on.instructions]);
  const transaction = typeof made === "string" ? made : build(made);
  let refused: unknown;
  try {
    verifyTransaction({ transaction }, on.intent, options);
  } catch (error) {
    refused = error;
  }
  expect(refused).toBeInstanceOf(UnsafeTransactionError);
  expect((refused as UnsafeTransactionError).findings.map((finding) => finding.code)).toContain(code);
});

test("no transaction fits another's intent, unless the two intents say the same", () => {
  const options = { walletAddress: wallet.toBase58() };
  const said = ({ intent: { parameters } }: (typeof SAMPLES)[number]) =>
    JSON.stringify({ ...parameters, amount: String(parameters.amount) });
  let pairs = 0;
  for (const one of SAMPLES)
    for (const other of SAMPLES) {
      // Exact in and exact out of one swap are two samples of one intent: it names no side.
      if (said(one) === said(other)) continue;
      pairs++;
      const check = () => verifyTransaction(build([...one.instructions]), other.intent, options);
      expect(check, `${one.name} for ${other.name}`).toThrow(UnsafeTransactionError);
    }
  expect(pairs).toBe(68);
});

test("a wallet refuses what is meant for another", () => {
  for (const { instructions, intent } of SAMPLES)
    expect(() =>
      verifyTransaction(build([...instructions]), intent, { walletAddress: stranger.toBase58() }),
    ).toThrow(UnsafeTransactionError);
});
