import { createHash } from "node:crypto";
import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import { associatedTokenAddress } from "../../../mock-server/src/formats/program-addresses.js";
import { addressOf } from "./bytes.js";
import { BATCHES } from "./crafted-instructions.js";
import { finalized, type Target, worldKeypair } from "./targets.js";

export const USDC = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
export const TOKEN = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
const MEMO = new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");
const ASSOCIATED = new PublicKey("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL");

/** The values that requests contain. Only signatures, blockhashes, slots and signed bytes differ between chains. */
export interface Cast {
  readonly alice: string;
  readonly bob: string;
  /** The payer of airdrops. */
  readonly faucet: string;
  readonly aliceUsdc: string;
  readonly bobUsdc: string;
  readonly receiver: string;
  readonly nowhere: string;
  readonly outsider: string;
  /** Signatures by the name of the transaction. */
  readonly signatures: Readonly<Record<string, string>>;
  /** The slots in which these transactions landed. */
  readonly slots: Readonly<Record<string, number>>;
  readonly blockhash: string;
  /** Transactions that were not sent, base64. */
  readonly unsent: string;
  readonly unsentVersion0: string;
  readonly unknownHash: string;
  readonly unsigned: string;
  readonly overdrawn: string;
  readonly unsentMessage: string;
  readonly unknownHashMessage: string;
  readonly sentAgain: string;
}

/** A keypair derived from a name. */
export function keypairOf(name: string): Keypair {
  return Keypair.fromSeed(createHash("sha256").update(`chain differential key: ${name}`).digest());
}

/** Lands the transactions that requests ask about, and returns the values for the requests. */
export async function play(target: Target): Promise<Cast> {
  const [alice, bob] = [worldKeypair("alice"), worldKeypair("bob")];
  const ok = async (method: string, ...params: unknown[]) => {
    const { result, error } = await target.call(method, params);
    if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result as never;
  };
  const latest = async (): Promise<string> =>
    ((await ok("getLatestBlockhash", { commitment: "confirmed" })) as { value: { blockhash: string } }).value
      .blockhash;
  const signatures: Record<string, string> = {};
  const slots: Record<string, number> = {};
  const landed = async (name: string, signature: string): Promise<void> => {
    for (let tries = 0; tries < 100; tries++) {
      const { value } = (await ok("getSignatureStatuses", [signature])) as {
        value: ({ slot: number; confirmationStatus: string } | null)[];
      };
      const [status] = value;
      if (status && status.confirmationStatus !== "processed") {
        signatures[name] = signature;
        slots[name] = status.slot;
        return target.slots(1);
      }
      await target.slots(1);
    }
    throw new Error(`${name} did not land`);
  };
  const send = async (name: string, wire: Uint8Array, skipPreflight = false): Promise<void> => {
    const text = Buffer.from(wire).toString("base64");
    const config = { encoding: "base64", skipPreflight, preflightCommitment: "confirmed" };
    await landed(name, await ok("sendTransaction", text, config));
  };
  const signed = async (
    instructions: TransactionInstruction[],
    version: "legacy" | 0,
    blockhash?: string,
  ) => {
    const recentBlockhash = blockhash ?? (await latest());
    const message = new TransactionMessage({ payerKey: alice.publicKey, recentBlockhash, instructions });
    const made = new VersionedTransaction(
      version === 0 ? message.compileToV0Message() : message.compileToLegacyMessage(),
    );
    made.sign([alice]);
    return made.serialize();
  };
  const receiver = new PublicKey(addressOf("receiver"));
  const transfer = (lamports: number, to = receiver) =>
    SystemProgram.transfer({ fromPubkey: alice.publicKey, toPubkey: to, lamports });
  const memo = (text: string) =>
    new TransactionInstruction({ programId: MEMO, keys: [], data: Buffer.from(text) });
  const usdcOf = (owner: PublicKey) => new PublicKey(associatedTokenAddress(owner.toBase58(), USDC, TOKEN));
  const meta = (pubkey: PublicKey, isWritable: boolean, isSigner = false) => ({
    pubkey,
    isWritable,
    isSigner,
  });
  const amount = (tag: number, value: bigint) => {
    const data = Buffer.alloc(10);
    data[0] = tag;
    data.writeBigUInt64LE(value, 1);
    data[9] = 6;
    return data;
  };
  const token = (keys: TransactionInstruction["keys"], data: Buffer) =>
    new TransactionInstruction({ programId: new PublicKey(TOKEN), keys, data });

  await landed("airdrop", await ok("requestAirdrop", addressOf("airdropped"), 3_000_000_000));
  await send("transfer", await signed([transfer(1_000_000_000), memo("héllo"), memo("two")], "legacy"));
  await send("version 0", await signed([transfer(5_000_000)], 0));
  await send(
    "budget",
    await signed(
      [
        ComputeBudgetProgram.setComputeUnitLimit({ units: 30_000 }),
        ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 7_500 }),
        transfer(1_000),
      ],
      0,
    ),
  );
  const outsider = keypairOf("outsider").publicKey;
  await send(
    "token",
    await signed(
      [
        new TransactionInstruction({
          programId: ASSOCIATED,
          keys: [
            ...[meta(alice.publicKey, true, true), meta(usdcOf(outsider), true), meta(outsider, false)],
            ...[
              meta(new PublicKey(USDC), false),
              meta(SystemProgram.programId, false),
              meta(new PublicKey(TOKEN), false),
            ],
          ],
          data: Buffer.from([1]),
        }),
        token(
          [
            ...[meta(usdcOf(alice.publicKey), true), meta(new PublicKey(USDC), false)],
            ...[meta(usdcOf(outsider), true), meta(alice.publicKey, false, true)],
          ],
          amount(12, 1_250_000n),
        ),
      ],
      0,
    ),
  );
  await send(
    "approve",
    await signed(
      [
        token(
          [
            ...[meta(usdcOf(alice.publicKey), true), meta(new PublicKey(USDC), false)],
            ...[meta(outsider, false), meta(alice.publicKey, false, true)],
          ],
          amount(13, 300_000n),
        ),
      ],
      "legacy",
    ),
  );
  await send("failed", await signed([transfer(9_000_000_000_000_000)], "legacy"), true);
  await send("failed second", await signed([transfer(2_000_000), transfer(9_000_000_000_000_000)], 0), true);
  for (const [name, instructions] of BATCHES(alice.publicKey)) {
    await send(name, await signed([...instructions], "legacy"), true);
  }
  await target.slots(40);
  await finalized(target);

  // Finalized, so the blockhash is known at every commitment.
  const { value } = (await ok("getLatestBlockhash")) as { value: { blockhash: string } };
  const { blockhash } = value;
  const unsent = await signed([transfer(1_000_000)], "legacy", blockhash);
  const unknown = await signed([transfer(1_000_000)], "legacy", addressOf("unknown hash"));
  const unsignedTransaction = new Transaction({ feePayer: alice.publicKey, recentBlockhash: blockhash });
  unsignedTransaction.add(transfer(1_000_000));
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
  const messageOf = (wire: Uint8Array) => base64(wire.subarray(65));
  const again = (await ok("getTransaction", signatures["transfer"], { encoding: "base64" })) as {
    transaction: [string];
  };
  const airdrop = (await ok("getTransaction", signatures["airdrop"])) as {
    transaction: { message: { accountKeys: string[] } };
  };
  return {
    faucet: airdrop.transaction.message.accountKeys[0] ?? "",
    alice: alice.publicKey.toBase58(),
    bob: bob.publicKey.toBase58(),
    aliceUsdc: usdcOf(alice.publicKey).toBase58(),
    bobUsdc: usdcOf(outsider).toBase58(),
    receiver: receiver.toBase58(),
    nowhere: addressOf("nowhere"),
    outsider: outsider.toBase58(),
    signatures,
    slots,
    blockhash,
    unsent: base64(unsent),
    unsentVersion0: base64(await signed([transfer(1_000_000)], 0, blockhash)),
    unknownHash: base64(unknown),
    unsigned: base64(unsignedTransaction.serialize({ requireAllSignatures: false })),
    overdrawn: base64(await signed([transfer(9_000_000_000_000_000)], "legacy", blockhash)),
    unsentMessage: messageOf(unsent),
    unknownHashMessage: messageOf(unknown),
    sentAgain: again.transaction[0],
  };
}
