import {
  type AccountMeta,
  Keypair,
  type Message,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
} from "@solana/web3.js";
import bs58 from "bs58";
import { describe, expect, test } from "vitest";
import { SWAP_PROGRAM_BASE64 } from "../../../mock-server/src/formats/amm/program.js";
import { installedValidator } from "../installed-validator.js";
import { type Answer, svmTarget, type Target, validatorTarget, worldKeypair } from "./targets.js";

// The calls that `solana program deploy`, `show`, `extend`, `close` of Agave 3.0 make with --use-rpc, in order, as the
// Rust client encodes them.

const LOADER = new PublicKey("BPFLoaderUpgradeab1e11111111111111111111111");
const CLOCK = new PublicKey("SysvarC1ock11111111111111111111111111111111");
const RENT = new PublicKey("SysvarRent111111111111111111111111111111111");
const MEMO = new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");
const FEATURES = [
  "CxeBn9PVeeXbmjbNwLv6U4C6svNxnC4JX6mfkvgeMocM",
  "7WeS1vfPRgeeoXArLh7879YcB9mgE9ktjPDtajXeWfXn",
];

/** The feature "extend program checked" (SIMD-0164). */
const CHECKED_EXTENSION = new PublicKey("2oMRZEDWT2tqtYMofhmmfQ8SsjqUFzT6sYXppQDavxwz");

const BUFFER_HEAD = 37;
const PROGRAM_BYTES = 36;
const PROGRAMDATA_HEAD = 45;
const PACKET = 1232;
/** A configuration as the Rust client encodes it: every field, null for omitted ones. */
const AT = { commitment: "confirmed", minContextSlot: null };
const ACCOUNT = { ...AT, encoding: "base64+zstd", dataSlice: null };
const SEND = {
  skipPreflight: false,
  preflightCommitment: "confirmed",
  encoding: "base64",
  maxRetries: null,
  minContextSlot: null,
};

const u32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer);
const u64 = (value: number) => Buffer.from(BigUint64Array.of(BigInt(value)).buffer);
const signs = (pubkey: PublicKey, isWritable = false): AccountMeta => ({
  pubkey,
  isSigner: true,
  isWritable,
});
const writes = (pubkey: PublicKey): AccountMeta => ({ pubkey, isSigner: false, isWritable: true });
const reads = (pubkey: PublicKey): AccountMeta => ({ pubkey, isSigner: false, isWritable: false });
const loader = (keys: AccountMeta[], ...data: Buffer[]) =>
  new TransactionInstruction({ programId: LOADER, keys, data: Buffer.concat(data) });

/** The requests that the `solana` command line sends to a chain. */
class Cli {
  readonly payer = worldKeypair("alice");

  constructor(readonly chain: Target) {}

  async result<T>(method: string, ...params: unknown[]): Promise<T> {
    const { result, error } = await this.chain.call(method, params);
    if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result as T;
  }

  account(address: PublicKey, config: object = ACCOUNT) {
    return this.result<{
      value: { data: string[]; executable: boolean; owner: string; space: number } | null;
    }>("getAccountInfo", address.toBase58(), config);
  }

  async message(...instructions: TransactionInstruction[]): Promise<Message> {
    const { value } = await this.result<{ value: { blockhash: string } }>("getLatestBlockhash", AT);
    const transaction = new Transaction({
      recentBlockhash: value.blockhash,
      feePayer: this.payer.publicKey,
      // Without `lastValidBlockHeight`, which only a check of the block height needs.
    } as never).add(...instructions);
    return transaction.compileMessage();
  }

  async fee(message: Message): Promise<number> {
    const encoded = message.serialize().toString("base64");
    return (await this.result<{ value: number }>("getFeeForMessage", encoded, AT)).value;
  }

  /** The parameters of sent transactions by signature. */
  readonly #sent = new Map<string, [wire: string, config: object]>();

  async send(message: Message, signers: Keypair[], config: object = SEND): Promise<Answer> {
    const transaction = Transaction.populate(message);
    transaction.sign(...[this.payer, ...signers.filter((one) => one !== this.payer)]);
    const wire = transaction.serialize().toString("base64");
    this.#sent.set(bs58.encode(transaction.signature ?? []), [wire, config]);
    return this.chain.call("sendTransaction", [wire, config]);
  }

  /** Polls statuses until every signature is confirmed, and sends the others again, as the CLI's spinner does. */
  async confirmed(signatures: readonly string[]): Promise<void> {
    for (let round = 1; round < 100; round++) {
      const open: string[] = [];
      for (let at = 0; at < signatures.length; at += 256) {
        const page = signatures.slice(at, at + 256);
        const { value } = await this.result<{
          value: ({ err: unknown; confirmationStatus: string } | null)[];
        }>("getSignatureStatuses", page);
        for (const [index, status] of value.entries()) {
          if (status?.err) throw new Error(`${page[index]}: ${JSON.stringify(status.err)}`);
          if (!status || status.confirmationStatus === "processed") open.push(page[index] ?? "");
        }
      }
      if (open.length === 0) return;
      await this.result<number>("getBlockHeight", AT);
      for (const signature of round % 10 === 0 ? open : [])
        await this.chain.call("sendTransaction", this.#sent.get(signature) ?? []);
      await this.chain.slots(1);
    }
    throw new Error("the transactions did not land");
  }

  async confirm(signers: Keypair[], ...instructions: TransactionInstruction[]): Promise<void> {
    const { result, error } = await this.send(await this.message(...instructions), signers);
    if (error) throw new Error(JSON.stringify(error));
    await this.confirmed([result as string]);
  }

  /** Creates a buffer with a program's code: sends all writes, then polls their statuses together. */
  async buffer(code: Buffer): Promise<PublicKey> {
    const buffer = Keypair.generate();
    const { publicKey: authority } = this.payer;
    const space = BUFFER_HEAD + code.length;
    const lamports = await this.result<number>("getMinimumBalanceForRentExemption", space, AT);
    expect((await this.account(buffer.publicKey)).value).toBeNull();
    const create = [
      SystemProgram.createAccount({
        fromPubkey: authority,
        newAccountPubkey: buffer.publicKey,
        lamports,
        space,
        programId: LOADER,
      }),
      loader([writes(buffer.publicKey), reads(authority)], u32(0)),
    ];
    const write = (offset: number, part: Buffer) =>
      loader([writes(buffer.publicKey), signs(authority)], u32(1), u32(offset), u64(part.length), part);
    const empty = (await this.message(write(0, Buffer.alloc(0)))).serialize().length;
    const chunk = PACKET - empty - 65 - 1;
    // The total cost is requested before anything is sent.
    const costs =
      (await this.fee(await this.message(...create))) +
      (await this.fee(await this.message(write(0, code.subarray(0, chunk))))) *
        Math.ceil(code.length / chunk);
    const { value: balance } = await this.result<{ value: number }>("getBalance", authority.toBase58(), AT);
    expect(balance).toBeGreaterThan(lamports + costs);
    await this.confirm([buffer], ...create);
    await this.result("getEpochInfo", AT);
    const signatures: string[] = [];
    for (let at = 0; at < code.length; at += chunk) {
      const message = await this.message(write(at, code.subarray(at, at + chunk)));
      const { result } = await this.send(message, [], { ...SEND, skipPreflight: true, maxRetries: 0 });
      signatures.push(result as string);
    }
    await this.confirmed(signatures);
    const { value } = await this.account(buffer.publicKey, {
      ...AT,
      encoding: "base64",
      dataSlice: { offset: BUFFER_HEAD, length: code.length },
    });
    expect(Buffer.from(value?.data[0] ?? "", "base64").equals(code)).toBe(true);
    return buffer.publicKey;
  }

  /** Simulates a call to a program; returns its error, or `null`. */
  async outcome(program: PublicKey, data: Buffer): Promise<unknown> {
    const message = await this.message(new TransactionInstruction({ programId: program, keys: [], data }));
    const wire = Buffer.concat([Buffer.from([1]), Buffer.alloc(64), message.serialize()]).toString("base64");
    const { value } = await this.result<{ value: { err: unknown } }>("simulateTransaction", wire, {
      encoding: "base64",
      commitment: "confirmed",
      sigVerify: false,
      replaceRecentBlockhash: true,
    });
    return value.err;
  }
}

/** Deploys, shows, extends, upgrades and closes a program, and calls it after each step; returns the results. */
async function play(make: () => Promise<Target>, program = Keypair.generate()) {
  const chain = await make();
  const seen: Record<string, unknown> = {};
  try {
    const cli = new Cli(chain);
    const { publicKey: authority } = cli.payer;
    const swap = Buffer.from(SWAP_PROGRAM_BASE64, "base64");
    const [programData] = PublicKey.findProgramAddressSync([program.publicKey.toBuffer()], LOADER);
    expect((await cli.account(program.publicKey)).value).toBeNull();
    const features = await cli.result<{ value: unknown[] }>("getMultipleAccounts", FEATURES, ACCOUNT);
    expect(features.value).toHaveLength(FEATURES.length);

    const first = await cli.buffer(swap);
    const rent = await cli.result<number>("getMinimumBalanceForRentExemption", PROGRAM_BYTES, AT);
    await cli.confirm(
      [program],
      SystemProgram.createAccount({
        fromPubkey: authority,
        newAccountPubkey: program.publicKey,
        lamports: rent,
        space: PROGRAM_BYTES,
        programId: LOADER,
      }),
      loader(
        [
          ...[signs(authority, true), writes(programData), writes(program.publicKey), writes(first)],
          ...[reads(RENT), reads(CLOCK), reads(SystemProgram.programId), signs(authority)],
        ],
        u32(2),
        u64(swap.length),
      ),
    );
    await chain.slots(2);
    seen["deployed"] = await cli.outcome(program.publicKey, Buffer.from([255]));
    expect((await cli.account(first)).value).toBeNull();

    const shown = await cli.account(program.publicKey);
    seen["program"] = [shown.value?.owner, shown.value?.executable, shown.value?.space];
    const head = { ...AT, encoding: "base64", dataSlice: { offset: 0, length: PROGRAMDATA_HEAD } };
    const { value: data } = await cli.account(programData, head);
    const bytes = Buffer.from(data?.data[0] ?? "", "base64");
    seen["programdata"] = [
      data?.space,
      bytes[0],
      bs58.encode(bytes.subarray(13, 45)) === authority.toBase58(),
    ];

    // The memo program is larger than the swap program, so the code account is extended first.
    const { value: memo } = await cli.account(MEMO, { ...AT, encoding: "base64", dataSlice: null });
    const code = Buffer.from(memo?.data[0] ?? "", "base64");
    // Newer loaders reject an extension of less than 10 KiB.
    const missing = Math.max(10_240, code.length - swap.length);
    // A chain with the feature accepts only ExtendProgramChecked, so the command line reads the feature first.
    const checked = (await cli.account(CHECKED_EXTENSION)).value !== null;
    await cli.confirm(
      [],
      loader(
        [
          ...[writes(programData), writes(program.publicKey)],
          ...(checked ? [signs(authority, true)] : []),
          ...[reads(SystemProgram.programId), signs(authority, true)],
        ],
        u32(checked ? 9 : 6),
        u32(missing),
      ),
    );
    await chain.slots(2);
    const second = await cli.buffer(code);
    await cli.confirm(
      [],
      loader(
        [
          ...[writes(programData), writes(program.publicKey), writes(second), writes(authority)],
          ...[reads(RENT), reads(CLOCK), signs(authority)],
        ],
        u32(3),
      ),
    );
    await chain.slots(2);
    seen["upgraded"] = await cli.outcome(program.publicKey, Buffer.from("hello"));

    await cli.confirm(
      [],
      loader([writes(programData), writes(authority), signs(authority), writes(program.publicKey)], u32(5)),
    );
    await chain.slots(2);
    seen["closed"] = await cli.outcome(program.publicKey, Buffer.from("hello"));
    seen["code"] = (await cli.account(programData)).value;
  } finally {
    await chain.close();
  }
  return seen;
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
  program: [LOADER.toBase58(), true, PROGRAM_BYTES],
  programdata: [PROGRAMDATA_HEAD + Buffer.from(SWAP_PROGRAM_BASE64, "base64").length, 3, true],
  upgraded: null,
  closed: { InstructionError: [0, "UnsupportedProgramId"] },
  code: null,
};

const program = installedValidator("a program's deployment, call by call");

describe("solana program deploy, show, extend, upgrade and close, call by call", () => {
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
