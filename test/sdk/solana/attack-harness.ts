import {
  AddressLookupTableAccount,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import type { Intent } from "intent-tx/contract";
import { UnsafeTransactionError, verifyTransaction } from "intent-tx/solana";
import { expect, test } from "vitest";
import {
  ata,
  blockhash,
  build,
  bytes,
  instruction,
  metas,
  SOL,
  sampleNamed,
  stranger,
  TOKEN,
  USDC,
  wallet,
} from "./samples.js";

export const { readonly, signer, writable } = metas;
export const sell = sampleNamed("SOL to USDC, exact in");
export const sellOut = sampleNamed("SOL to USDC, exact out");
export const buy = sampleNamed("USDC to SOL, exact in");
export const pay = sampleNamed("a transfer of USDC");
export const paySol = sampleNamed("a transfer of SOL");
export const payPyusd = sampleNamed("a transfer of PYUSD, a Token-2022 mint");

type List = TransactionInstruction[];
export interface Attack {
  readonly name: string;
  readonly on: { readonly intent: Intent; readonly instructions: List };
  readonly make: (good: List) => List | string;
  readonly code: string;
}

export const attack = (
  name: string,
  on: Attack["on"],
  code: string,
  make: (good: List) => List | string,
): Attack => ({ name, on, make, code });

export const programs = (list: List) => list.map(({ programId }) => programId.toBase58());
/** Replaces the first instruction of the same program (and data tag). */
export const instead = (replacement: TransactionInstruction) => (good: List) => {
  const at = good.findIndex(
    ({ programId, data }) => programId.equals(replacement.programId) && data[0] === replacement.data[0],
  );
  if (at < 0) throw new Error(`nothing like it in ${programs(good)}`);
  return good.toSpliced(at, 1, replacement);
};
export const plus = (extra: TransactionInstruction) => (good: List) => [...good, extra];
export const first = (extra: TransactionInstruction) => (good: List) => [extra, ...good];
export const without = (index: number) => (good: List) => good.toSpliced(index, 1);
export const flip = (a: number, b: number) => (good: List) => good.with(a, good[b]!).with(b, good[a]!);

export const wsol = ata(wallet, SOL);
export const usdc = ata(wallet, USDC);
export const amount = 1_000_000_001n;
export const bound = 149_250_003n;
export const terms = { input: SOL, output: USDC, amount, bound };

export const token = (...data: (number | bigint)[]) =>
  instruction(TOKEN, [writable(usdc), writable(stranger), signer(wallet)], bytes(...data));

export const withLookupTable = (good: List) => {
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

/** Runs attacks: each starts from an accepted transaction, and must be refused for the expected reason. */
export function refuses(attacks: readonly Attack[]) {
  test.each(attacks.map((one) => [one.name, one] as const))("refused: %s", (_, { on, make, code }) => {
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
}
