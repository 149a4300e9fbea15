import { type AccountMeta, Keypair, PublicKey, SystemProgram, TransactionInstruction } from "@solana/web3.js";
import { describe, expect, test } from "vitest";
import { SWAP_PROGRAM_BASE64 } from "../../../mock-server/src/formats/amm/program.js";
import { recordedValidator } from "../installed-validator.js";
import { FlowChain } from "./flow-chain.js";
import { svmTarget, type Target, validatorTarget, worldKeypair } from "./targets.js";

// The transactions of `solana program deploy`, `extend`, `close` of Agave 3.0 with --use-rpc, in order.

const LOADER = new PublicKey("BPFLoaderUpgradeab1e11111111111111111111111");
const CLOCK = new PublicKey("SysvarC1ock11111111111111111111111111111111");
const RENT = new PublicKey("SysvarRent111111111111111111111111111111111");
const MEMO = new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");
/** The feature "extend program checked" (SIMD-0164). */
const CHECKED_EXTENSION = new PublicKey("2oMRZEDWT2tqtYMofhmmfQ8SsjqUFzT6sYXppQDavxwz");

const BUFFER_HEAD = 37;
const PROGRAM_BYTES = 36;
const PROGRAMDATA_HEAD = 45;
/** Bytes of code that fit into a transaction. */
const CHUNK = 1_000;

const u32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer);
const u64 = (value: number) => Buffer.from(BigUint64Array.of(BigInt(value)).buffer);
const meta = (pubkey: PublicKey, isWritable = false, isSigner = false) => ({ pubkey, isSigner, isWritable });
const writes = (pubkey: PublicKey) => meta(pubkey, true);
const signs = (pubkey: PublicKey, isWritable = false) => meta(pubkey, isWritable, true);
const loader = (keys: AccountMeta[], ...data: Buffer[]) =>
  new TransactionInstruction({ programId: LOADER, keys, data: Buffer.concat(data) });

/** Creates a buffer with a program's code: sends all writes before it waits for the first. */
async function bufferOf(chain: FlowChain, code: Buffer): Promise<PublicKey> {
  const made = Keypair.generate();
  const [buffer, authority] = [made.publicKey, chain.payer.publicKey];
  const account = { fromPubkey: authority, newAccountPubkey: buffer, programId: LOADER };
  const space = BUFFER_HEAD + code.length;
  const lamports = await chain.result<number>("getMinimumBalanceForRentExemption", space);
  const create = SystemProgram.createAccount({ ...account, lamports, space });
  await chain.lands([create, loader([writes(buffer), meta(authority)], u32(0))], { signers: [made] });
  const blockhash = await chain.blockhash();
  const wires: string[] = [];
  for (let at = 0; at < code.length; at += CHUNK) {
    const part = code.subarray(at, at + CHUNK);
    const write = loader([writes(buffer), signs(authority)], u32(1), u32(at), u64(part.length), part);
    wires.push(await chain.wire([write], { blockhash }));
    await chain.send(wires.at(-1)!, { skipPreflight: true, maxRetries: 0 });
  }
  for (const wire of wires) expect(await chain.outcome(wire)).toBeNull();
  const [shown] = (await chain.accounts([buffer])).accounts;
  expect(shown?.data.subarray(BUFFER_HEAD).equals(code)).toBe(true);
  return buffer;
}

/** Deploys, extends, upgrades and closes a program, and calls it after each step; returns the results. */
async function play(make: () => Promise<Target>, program = Keypair.generate()) {
  const target = await make();
  try {
    const chain = await new FlowChain(target).begin();
    const [{ publicKey: authority }, address] = [chain.payer, program.publicKey];
    const alice = worldKeypair("alice");
    const pay = { fromPubkey: alice.publicKey, toPubkey: authority, lamports: 5e9 };
    await chain.lands([SystemProgram.transfer(pay)], { payer: alice });
    const swap = Buffer.from(SWAP_PROGRAM_BASE64, "base64");
    const [programData] = PublicKey.findProgramAddressSync([address.toBuffer()], LOADER);
    const after = async (data: Buffer) => {
      await chain.slots(2);
      const wire = await chain.wire([new TransactionInstruction({ programId: address, keys: [], data })]);
      return (await chain.simulate(wire, { commitment: "confirmed" })).value.err;
    };

    const first = await bufferOf(chain, swap);
    const lamports = await chain.result<number>("getMinimumBalanceForRentExemption", PROGRAM_BYTES);
    const account = { fromPubkey: authority, newAccountPubkey: address, programId: LOADER };
    const deploy = [signs(authority, true), ...[programData, address, first].map(writes)];
    const given = [meta(RENT), meta(CLOCK)];
    await chain.lands(
      [
        SystemProgram.createAccount({ ...account, lamports, space: PROGRAM_BYTES }),
        loader(
          [...deploy, ...given, meta(SystemProgram.programId), signs(authority)],
          u32(2),
          u64(swap.length),
        ),
      ],
      { signers: [program] },
    );
    const deployed = await after(Buffer.from([255]));
    const { accounts } = await chain.accounts([first, address, programData, MEMO, CHECKED_EXTENSION]);
    const [buffer, shown, data, memo, checked] = accounts;

    // The memo program is larger than the swap program, so the code account is extended first.
    const code = memo!.data;
    // Newer loaders reject an extension of less than 10 KiB.
    const missing = Math.max(10_240, code.length - swap.length);
    // A chain with the feature accepts only ExtendProgramChecked.
    const extend = [writes(programData), writes(address), ...(checked ? [signs(authority, true)] : [])];
    const system = [meta(SystemProgram.programId), signs(authority, true)];
    await chain.lands([loader([...extend, ...system], u32(checked ? 9 : 6), u32(missing))]);
    await chain.slots(2);
    const second = await bufferOf(chain, code);
    const upgrade = [programData, address, second, authority].map(writes);
    await chain.lands([loader([...upgrade, ...given, signs(authority)], u32(3))]);
    const upgraded = await after(Buffer.from("hello"));
    const close = [writes(programData), writes(authority), signs(authority), writes(address)];
    await chain.lands([loader(close, u32(5))]);
    const closed = await after(Buffer.from("hello"));
    return {
      deployed,
      buffer,
      program: [shown?.owner, shown?.data.length],
      programdata: [
        data?.data.length,
        data?.data[0],
        data?.data.subarray(13, 45).equals(authority.toBuffer()),
      ],
      upgraded,
      closed,
      code: (await chain.accounts([programData])).accounts[0],
    };
  } finally {
    await target.close();
  }
}

function keypairThatSorts(before: boolean): Keypair {
  for (;;) {
    const made = Keypair.generate();
    const [code] = PublicKey.findProgramAddressSync([made.publicKey.toBuffer()], LOADER);
    if (made.publicKey.toBase58().localeCompare(code.toBase58(), "en") < 0 === before) return made;
  }
}

const EXPECTED = {
  deployed: { InstructionError: [0, { Custom: 6000 }] },
  buffer: null,
  program: [LOADER.toBase58(), PROGRAM_BYTES],
  programdata: [PROGRAMDATA_HEAD + Buffer.from(SWAP_PROGRAM_BASE64, "base64").length, 3, true],
  upgraded: null,
  closed: { InstructionError: [0, "UnsupportedProgramId"] },
  code: null,
};

const program = recordedValidator("a program's deployment, step by step");

describe("solana program deploy, extend, upgrade and close, step by step", () => {
  // web3.js sorts a transaction's accounts by base58, so a program can come before or after its code account.
  test.each([true, false])(
    "on the in-process chain, with the program before its code account: %s",
    async (before) => {
      expect(await play(svmTarget, keypairThatSorts(before))).toEqual(EXPECTED);
    },
  );

  test.skipIf(program === undefined)("on a validator", async () => {
    expect(await play(() => validatorTarget(program ?? ""))).toEqual(EXPECTED);
  });
});
