// A world with a hostile program, and transactions that call it with the wallet's signature.
import { readFileSync } from "node:fs";
import { createMockServer, type MockServer } from "@intent-tx/mock-server";
import {
  ComputeBudgetProgram,
  Connection,
  type Keypair,
  PublicKey,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import { PROGRAM_IDS } from "intent-tx/contract";
import { type ExpectedSide, signAndSend } from "intent-tx/solana";
import { keypair, TOKEN, TOKEN_2022 } from "../../sdk/solana/samples.js";
import { builtOf, keypairOf, rpc } from "../../server/lab.js";

export const HOSTILE = new PublicKey("HostiLe111111111111111111111111111111111111");
/** An address for which the hostile program signs. */
export const PUPPET = PublicKey.createProgramAddressSync([Buffer.of(0)], HOSTILE);
/** A token that the hostile program may freeze. */
export const ICE = keypair(210).publicKey;
/** A Token-2022 token whose permanent delegate is the hostile program. */
export const KITE = keypair(211).publicKey;
/** A Token-2022 token from whose mint the wallet may withdraw fees. */
export const LEVY = keypair(212).publicKey;
/** The wallet's stake account, and a program of which the wallet is the upgrade authority. */
export const [STAKE, UPGRADEABLE] = [keypair(213).publicKey, keypair(214).publicKey];
const IMAGE = new URL("hostile/hostile.so", import.meta.url);

type Instructions = readonly TransactionInstruction[];

/** The place of `drain` in the list of a call. */
export const DRAIN = new PublicKey(new Uint8Array(32).fill(255));

/** An instruction that makes the hostile program run others with the signatures that it gets. */
export function hostile(calls: Instructions): TransactionInstruction {
  const keys = new Map<string, { pubkey: PublicKey; isSigner: boolean; isWritable: boolean }>();
  const add = (pubkey: PublicKey, isSigner: boolean, isWritable: boolean) => {
    const known = keys.get(pubkey.toBase58());
    keys.set(pubkey.toBase58(), {
      pubkey,
      isSigner: (isSigner && !pubkey.equals(PUPPET)) || known?.isSigner === true,
      isWritable: isWritable || known?.isWritable === true,
    });
  };
  for (const { programId, keys: list } of calls) {
    for (const { pubkey, isSigner, isWritable } of list) add(pubkey, isSigner, isWritable);
    if (!programId.equals(DRAIN)) add(programId, false, false);
  }
  const places = [...keys.keys()];
  const placeOf = (key: PublicKey) => (key.equals(DRAIN) ? 255 : places.indexOf(key.toBase58()));
  const data = calls.flatMap((call) => [
    ...[placeOf(call.programId), call.keys.length],
    ...call.keys.flatMap(({ pubkey, isSigner, isWritable }) => [
      placeOf(pubkey),
      (isSigner ? 2 : 0) + (isWritable ? 1 : 0),
    ]),
    ...[call.data.length & 0xff, call.data.length >> 8, ...call.data],
  ]);
  return new TransactionInstruction({
    programId: HOSTILE,
    keys: [...keys.values()],
    data: Buffer.from(data),
  });
}

export interface World {
  readonly server: MockServer;
  readonly connection: Connection;
  readonly signer: Keypair;
  readonly wallet: PublicKey;
}

export async function hostileWorld(): Promise<World> {
  const server = await createMockServer({
    seed: 51,
    world: {
      programs: [
        { address: HOSTILE.toBase58(), bytes: readFileSync(IMAGE) },
        { address: UPGRADEABLE.toBase58(), bytes: readFileSync(IMAGE), upgradeable: "alice" },
      ],
      tokens: [
        { symbol: "ICE", mint: ICE.toBase58(), decimals: 6, priceUsd: "1" },
        { symbol: "KITE", mint: KITE.toBase58(), decimals: 6, priceUsd: "1", program: "token-2022" },
      ],
      wallets: {
        alice: { staked: [{ SOL: 2, stakeAccount: STAKE.toBase58(), status: "inactive" }] },
        mallory: { SOL: "5", USDC: "1", BONK: "1", PYUSD: "1", JUP: "1", ICE: "1", KITE: "1" },
      },
    },
  });
  const connection = new Connection(server.rpc.live, { fetch: server.fetch, commitment: "processed" });
  const signer = keypairOf(server.wallets.alice);
  const world = { server, connection, signer, wallet: signer.publicKey };
  await changeMints(world);
  return world;
}

const mintBytes = 82;

/** Gives the hostile program and the wallet authorities over mints, as an issuer could. */
async function changeMints({ server, connection, wallet }: World): Promise<void> {
  const set = async (mint: PublicKey, owner: PublicKey, data: Buffer) => {
    const update = { owner: owner.toBase58(), data: data.toString("hex"), lamports: 10_000_000 };
    const params = [mint.toBase58(), update];
    await rpc(server, "surfnet_setAccount", params);
  };
  const mintOf = async (mint: PublicKey) => Buffer.from((await connection.getAccountInfo(mint))!.data);
  const extended = (mint: Buffer, type: number, value: Buffer) =>
    Buffer.concat([
      ...[mint.subarray(0, mintBytes), Buffer.alloc(165 - mintBytes), Buffer.of(1)],
      ...[Buffer.of(type, 0, value.length, 0), value],
    ]);
  const ice = await mintOf(ICE);
  await set(ICE, TOKEN, Buffer.concat([ice.subarray(0, 46), Buffer.of(1, 0, 0, 0), PUPPET.toBuffer()]));
  await set(KITE, TOKEN_2022, extended(await mintOf(KITE), 12, PUPPET.toBuffer()));
  // Its transfer fee: the authority of the rate, that of withdrawals, 5 withheld, and two rates of 0.
  const fees = Buffer.concat([Buffer.alloc(32), wallet.toBuffer(), Buffer.of(5), Buffer.alloc(43)]);
  await set(LEVY, TOKEN_2022, extended(await mintOf(KITE), 1, fees));
}

/** A swap of the service, whose swap instruction the hostile program runs. */
export async function swapOf({ server, wallet }: World, command: string) {
  const { intent, built } = await builtOf(server, command);
  const { message } = VersionedTransaction.deserialize(Buffer.from(built.transaction, "base64"));
  const { instructions, recentBlockhash } = TransactionMessage.decompile(message);
  const at = instructions.findIndex(({ programId }) => programId.toBase58() === PROGRAM_IDS.swap);
  const swap = instructions[at]!;
  const before = instructions.slice(2, at);
  const after = instructions.slice(at + 1);
  /** The base64 of the swap with other calls of the hostile program before and after it, and at the end. */
  const attacked = (
    first: Instructions,
    next: Instructions,
    last: Instructions = [],
    run = 0,
    known: Instructions = [],
  ): string => {
    // Each run has a message of its own.
    const budget = ComputeBudgetProgram.setComputeUnitLimit({ units: 1_000_000 + run });
    const list = [budget, ...known, ...before, hostile([...first, swap, ...next]), ...after];
    if (last.length > 0) list.push(hostile(last));
    const compiled = new TransactionMessage({ payerKey: wallet, recentBlockhash, instructions: list });
    return Buffer.from(new VersionedTransaction(compiled.compileToV0Message()).serialize()).toString(
      "base64",
    );
  };
  return { intent, attacked };
}

export type Swap = Awaited<ReturnType<typeof swapOf>>;

export const pay = (
  { connection, signer, server }: World,
  { intent }: Swap,
  transaction: string,
  guarded = true,
  expect?: ExpectedSide,
) =>
  signAndSend({
    intent,
    built: { transaction },
    signer,
    connection,
    clock: server.clock,
    maxFee: 10_000_000,
    ...(expect && { expect }),
    ...(guarded && { guard: { unknownPrograms: [HOSTILE.toBase58()] } }),
  });

/** The error of a transaction that is not guarded, or null. */
export async function unguarded({ connection, signer }: World, transaction: string): Promise<unknown> {
  const signed = VersionedTransaction.deserialize(Buffer.from(transaction, "base64"));
  signed.sign([signer]);
  const { value } = await connection.simulateTransaction(signed);
  return value.err;
}

/** Sends instructions of the wallet, to prepare an account. */
export async function prepare(
  { connection, signer, wallet }: World,
  list: TransactionInstruction[],
  ...others: Keypair[]
) {
  const { blockhash } = await connection.getLatestBlockhash();
  const message = new TransactionMessage({
    payerKey: wallet,
    recentBlockhash: blockhash,
    instructions: list,
  });
  const transaction = new VersionedTransaction(message.compileToV0Message());
  transaction.sign([signer, ...others]);
  const { value } = await connection.simulateTransaction(transaction);
  if (value.err) throw new Error(`${JSON.stringify(value.err)} ${value.logs?.join("\n")}`);
  await connection.sendRawTransaction(transaction.serialize());
}

export const malloryOf = ({ wallets }: MockServer) =>
  new PublicKey((wallets as Record<string, { address: string }>)["mallory"]!.address);
