import {
  AddressLookupTableAccount,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import { verifyTransaction } from "intent-tx/solana";
import { expect, test } from "vitest";
import {
  ata,
  blockhash,
  build,
  bytes,
  codesOf,
  instruction,
  metas,
  type Sample,
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

/** Changes of an accepted transaction, by the code with which each must be refused. */
type Attacks = Record<string, Record<string, (good: List) => List | string>>;

export function refuses(on: Sample, attacks: Attacks) {
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
