import { ComputeBudgetProgram, PublicKey, SystemProgram } from "@solana/web3.js";
import { UnsafeTransactionError, verifyTransaction } from "intent-tx/solana";
import { expect, test } from "vitest";
import {
  attack,
  first,
  flip,
  instead,
  pay,
  payPyusd,
  paySol,
  plus,
  readonly,
  refuses,
  sell,
  signer,
  token,
  usdc,
  withLookupTable,
  writable,
} from "./attack-harness.js";
import {
  ata,
  budget,
  build,
  bytes,
  createAccount,
  instruction,
  PYUSD,
  recipient,
  SAMPLES,
  sendSol,
  stranger,
  TOKEN,
  TOKEN_2022,
  USDC,
  wallet,
} from "./samples.js";

refuses([
  // Created accounts.
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

  // Instructions that are never safe to sign.
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
]);

test("no transaction fits another's intent, unless the two intents say the same", () => {
  const options = { walletAddress: wallet.toBase58() };
  const said = ({ intent: { parameters } }: (typeof SAMPLES)[number]) =>
    JSON.stringify({ ...parameters, amount: String(parameters.amount) });
  let pairs = 0;
  for (const one of SAMPLES)
    for (const other of SAMPLES) {
      // Exact in and exact out of one swap are two samples of one intent, which does not fix a side.
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
