import {
  AddressLookupTableAccount,
  ComputeBudgetProgram,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import { associatedTokenAddress } from "../../../mock-server/src/formats/program-addresses.js";
import { addressOf } from "./bytes.js";
import { type Cast, keypairOf, TOKEN, USDC } from "./cast.js";
import type { Request } from "./requests.js";
import { worldKeypair } from "./targets.js";

const ASSOCIATED = new PublicKey("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL");
const alice = worldKeypair("alice");
const stranger = keypairOf("stranger without lamports");
const someone = new PublicKey(addressOf("someone new"));

const meta = (pubkey: PublicKey, isWritable: boolean, isSigner = false) => ({
  pubkey,
  isWritable,
  isSigner,
});
const transfer = (lamports: number, from = alice.publicKey, to = someone) =>
  SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports });
const usdcOf = (owner: PublicKey) => new PublicKey(associatedTokenAddress(owner.toBase58(), USDC, TOKEN));

function token(data: readonly number[], ...keys: TransactionInstruction["keys"]): TransactionInstruction {
  return new TransactionInstruction({ programId: new PublicKey(TOKEN), keys, data: Buffer.from(data) });
}

/** TransferChecked of USDC to the outsider, an existing account. */
function pay(amount: number[], from: PublicKey, to: string, decimals = 6): TransactionInstruction {
  return token(
    [12, ...amount, decimals],
    ...[meta(usdcOf(from), true), meta(new PublicKey(USDC), false)],
    ...[meta(new PublicKey(to), true), meta(from, false, true)],
  );
}

const create = (owner: PublicKey, tag: number) =>
  new TransactionInstruction({
    programId: ASSOCIATED,
    keys: [
      ...[meta(alice.publicKey, true, true), meta(usdcOf(owner), true), meta(owner, false)],
      ...[meta(new PublicKey(USDC), false), meta(SystemProgram.programId, false)],
      meta(new PublicKey(TOKEN), false),
    ],
    data: Buffer.from([tag]),
  });

/** Instructions by name: for transactions that each fail differently, and for two that succeed with inner calls. */
function cases({ bobUsdc, outsider }: Cast): Record<string, readonly TransactionInstruction[]> {
  const all = [255, 255, 255, 255, 255, 255, 255, 255];
  const one = [1, 0, 0, 0, 0, 0, 0, 0];
  const units = (limit: number) => ComputeBudgetProgram.setComputeUnitLimit({ units: limit });
  return {
    "more tokens than there are": [pay(all, alice.publicKey, bobUsdc)],
    "wrong decimals": [pay(one, alice.publicKey, bobUsdc, 5)],
    "second of two fails": [transfer(1_000_000), pay(all, alice.publicKey, bobUsdc)],
    "tokens to no account": [pay(one, alice.publicKey, usdcOf(someone).toBase58())],
    "unknown token instruction": [token([250])],
    "token instruction without accounts": [token([3, ...one])],
    "no such program": [
      new TransactionInstruction({ programId: new PublicKey(addressOf("no program")), keys: [] }),
    ],
    "a wallet as program": [new TransactionInstruction({ programId: new PublicKey(outsider), keys: [] })],
    "too few units": [units(100), transfer(1_000_000)],
    "no unit": [units(0), transfer(1_000_000)],
    "two limits": [units(1_000), units(2_000), transfer(1_000_000)],
    "below rent": [transfer(1)],
    "unknown system instruction": [
      new TransactionInstruction({
        programId: SystemProgram.programId,
        keys: [],
        data: Buffer.from([99, 0, 0, 0]),
      }),
    ],
    "system account that is there": [
      SystemProgram.createAccount({
        fromPubkey: alice.publicKey,
        newAccountPubkey: alice.publicKey,
        lamports: 1_000_000,
        space: 0,
        programId: SystemProgram.programId,
      }),
    ],
    "token account that is there": [create(alice.publicKey, 0)],
    "token account made": [create(someone, 0)],
    "token account made and paid": [create(someone, 1), transfer(1_000_000)],
  };
}

/** Simulations and preflights of failing transactions. */
export function failingRequestsOf(cast: Cast): Request[] {
  const wire = (
    instructions: readonly TransactionInstruction[],
    payer = alice,
    tables: AddressLookupTableAccount[] = [],
  ) => {
    const message = new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash: cast.blockhash,
      instructions: [...instructions],
    }).compileToV0Message(tables);
    const transaction = new VersionedTransaction(message);
    transaction.sign([payer]);
    return Buffer.from(transaction.serialize()).toString("base64");
  };
  const table = new AddressLookupTableAccount({
    key: new PublicKey(addressOf("no table")),
    state: {
      deactivationSlot: 2n ** 64n - 1n,
      lastExtendedSlot: 0,
      lastExtendedSlotStartIndex: 0,
      addresses: [someone],
    },
  });
  const wires: Record<string, string> = {
    ...Object.fromEntries(
      Object.entries(cases(cast)).map(([name, instructions]) => [name, wire(instructions)]),
    ),
    "payer without lamports": wire([transfer(1, stranger.publicKey)], stranger),
    "no such table": wire([transfer(1_000_000)], alice, [table]),
  };
  const encoding = "base64";
  return Object.entries(wires).flatMap(([name, bytes]): Request[] => [
    { name: `simulateTransaction: ${name}`, method: "simulateTransaction", params: [bytes, { encoding }] },
    {
      name: `simulateTransaction: ${name}, all asked for`,
      method: "simulateTransaction",
      params: [
        bytes,
        {
          encoding,
          innerInstructions: true,
          replaceRecentBlockhash: true,
          accounts: { encoding, addresses: [cast.bobUsdc, someone.toBase58()] },
        },
      ],
    },
    ...(name.startsWith("token account made")
      ? []
      : [{ name: `sendTransaction: ${name}`, method: "sendTransaction", params: [bytes, { encoding }] }]),
  ]);
}
