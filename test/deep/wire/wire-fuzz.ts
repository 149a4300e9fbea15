// Runs in a separate process: malformed bytes that pass the wire check crash the process, and the test sees the exit.
import bs58 from "bs58";
import { PROGRAM_IDS } from "intent-tx/contract";
import { Account, LiteSvm } from "litesvm/dist/internal.js";
import { makeWorld } from "../../../mock-server/src/fixtures/make-world.js";
import { addressBytes } from "../../../mock-server/src/formats/addresses.js";
import { SWAP_PROGRAM_BASE64 } from "../../../mock-server/src/formats/amm/program.js";
import { readTransaction, wireProblem } from "../../../mock-server/src/formats/transaction.js";
import { Random } from "../../../mock-server/src/kernel/random.js";
import { genesisAccounts } from "../../../mock-server/src/ledger/genesis/genesis.js";

const [mutations = 0, structured = 0, seed = 1] = process.argv.slice(2).map(Number);

// xorshift: fast, and the same cases in every run.
let state = seed * 2654435761 || 1;
function below(limit: number): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % limit;
}
const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T;
const noise = (length: number) => Uint8Array.from({ length }, () => below(256));

const world = makeWorld(new Random("fuzz"));
const accounts = genesisAccounts(world);
const svm = new LiteSvm();
svm.setSigverify(false);
svm.setBlockhashCheck(false);
svm.setTransactionHistory(0n);
svm.addProgram(addressBytes(PROGRAM_IDS.swap), Buffer.from(SWAP_PROGRAM_BASE64, "base64"));
for (const { address, lamports, owner, data } of accounts) {
  svm.setAccount(addressBytes(address), new Account(lamports, data, addressBytes(owner), false, 0n));
}
const lookupTable = noise(32);
const tableKeys = accounts.slice(0, 60).map(({ address }) => addressBytes(address));
const tableData = Buffer.concat([new Uint8Array(56), ...tableKeys]);
tableData.writeUInt32LE(1, 0);
tableData.fill(0xff, 4, 12);
const tableOwner = bs58.decode("AddressLookupTab1e1111111111111111111111111");
svm.setAccount(lookupTable, new Account(10n ** 10n, tableData, tableOwner, false, 0n));

const programs = [
  ...Object.values(PROGRAM_IDS),
  "AddressLookupTab1e1111111111111111111111111",
  "Stake11111111111111111111111111111111111111",
  "Vote111111111111111111111111111111111111111",
  "BPFLoaderUpgradeab1e11111111111111111111111",
  "BPFLoader2111111111111111111111111111111111",
  "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr",
  "Ed25519SigVerify111111111111111111111111111",
  "KeccakSecp256k11111111111111111111111111111",
  "ZkE1Gama1Proof11111111111111111111111111111",
].map((address) => addressBytes(address));
const sysvars = [
  "SysvarC1ock11111111111111111111111111111111",
  "SysvarRent111111111111111111111111111111111",
  "SysvarRecentB1ockHashes11111111111111111111",
  "Sysvar1nstructions1111111111111111111111111",
  "SysvarS1otHashes111111111111111111111111111",
].map((address) => addressBytes(address));
const known = accounts.map(({ address }) => addressBytes(address));
const payers = [world.faucet, ...world.wallets.map(({ wallet }) => wallet)].map((w) => w.publicKey);

/** A well-formed transaction, mostly with random contents. */
const randomTransaction = (): Uint8Array => (below(3) === 0 ? randomVersion1() : randomEarlier());

function randomVersion1(): Uint8Array {
  const signers = 1 + below(3);
  const drawn = [
    pick(payers),
    ...Array.from({ length: signers + below(8) }, () => randomKey()),
    pick(programs),
  ];
  const keys = [...new Map(drawn.map((key) => [bs58.encode(key), key])).values()];
  const count = Math.min(signers, keys.length);
  const [fee, mask] = [below(2) * 3, below(8) << 2];
  const heap = Buffer.alloc(4);
  heap.writeUInt32LE(1024 * (32 + below(225)));
  const values = [
    fee ? noise(8) : [],
    ...[4, 8].map((bit) => (mask & bit ? noise(4) : [])),
    mask & 16 ? heap : [],
  ];
  const instructions = Array.from({ length: keys.length < 2 ? 0 : below(4) }, () => {
    const [named, data] = [
      Uint8Array.from({ length: below(12) }, () => below(keys.length)),
      instructionData(),
    ];
    const head = [1 + below(keys.length - 1), named.length, data.length & 255, data.length >> 8];
    return { head: Uint8Array.from(head), body: Buffer.concat([named, data]) };
  });
  return Buffer.concat([
    Uint8Array.of(0x81, count, below(count), below(keys.length - count + 1), fee | mask, 0, 0, 0),
    ...[noise(32), Uint8Array.of(instructions.length, keys.length), ...keys],
    ...values.map((value) => Uint8Array.from(value)),
    ...instructions.map(({ head }) => head),
    ...[...instructions.map(({ body }) => body), noise(64 * count)],
  ]);
}

function randomEarlier(): Uint8Array {
  const versioned = below(2) === 0;
  const signers = 1 + below(3);
  const keys = [pick(payers), ...Array.from({ length: signers - 1 + below(8) }, () => randomKey())];
  keys.push(...Array.from({ length: 1 + below(3) }, () => pick(programs)));
  const looked = versioned && below(3) === 0 ? [lookup(), ...(below(4) === 0 ? [lookup()] : [])] : [];
  const total = keys.length + looked.reduce((sum, { count }) => sum + count, 0);
  const instructions = Array.from({ length: below(4) }, () => {
    const named = Uint8Array.from({ length: below(12) }, () => below(total));
    const data = instructionData();
    return [
      Uint8Array.of(1 + below(keys.length - 1)),
      ...[lengthPrefix(named.length), named, lengthPrefix(data.length), data],
    ];
  });
  return Buffer.concat([
    ...[lengthPrefix(signers), noise(64 * signers), versioned ? Uint8Array.of(0x80) : new Uint8Array(0)],
    Uint8Array.of(signers, below(signers), below(keys.length - signers + 1)),
    ...[lengthPrefix(keys.length), ...keys, noise(32)],
    ...[lengthPrefix(instructions.length), ...instructions.flat()],
    ...(versioned ? [lengthPrefix(looked.length), ...looked.map(({ bytes }) => bytes)] : []),
  ]);
}

function randomKey(): Uint8Array {
  return pick([
    () => pick(known),
    () => pick(known),
    () => pick(sysvars),
    () => noise(32),
    () => lookupTable,
  ])();
}

function lookup(): { bytes: Uint8Array; count: number } {
  const [writable, readonly] = [noise(1 + below(4)), noise(below(4))];
  const indexes = [writable, readonly].map((side) => side.map((byte) => byte % 62));
  const bytes = indexes.flatMap((side) => [lengthPrefix(side.length), side]);
  return {
    bytes: Buffer.concat([below(8) === 0 ? noise(32) : lookupTable, ...bytes]),
    count: writable.length + readonly.length,
  };
}

function instructionData(): Uint8Array {
  const data = noise(pick([0, 1, 2, 4, 5, 9, 10, 12, 17, 52, 100, 400]));
  // Real instructions begin with a tag of one byte, or of four.
  if (below(2) === 0 && data.length > 0) data[0] = below(50);
  if (below(2) === 0 && data.length > 4) data.fill(0, 1, 4);
  return data;
}

function mutated(original: Uint8Array): Uint8Array {
  const bytes = Buffer.from(original);
  const at = below(bytes.length);
  switch (below(8)) {
    case 0:
      return bytes.subarray(0, at);
    case 1:
      return Buffer.concat([bytes, noise(1 + below(40))]);
    case 2:
      return Buffer.concat([bytes.subarray(0, at), noise(1 + below(3)), bytes.subarray(at)]);
    case 3:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + below(40))]);
    case 4:
      return noise(below(300));
    default: {
      for (let change = 0; change <= below(4); change++) {
        // The lengths and the header are in the first 80 bytes; changes there have the most effect.
        const structural = below(2) === 0 ? below(Math.min(80, bytes.length)) : below(bytes.length);
        bytes[structural] = pick([0, 1, 0x7f, 0x80, 0x81, 0xff, below(256), (bytes[structural] ?? 0) + 1]);
      }
      return bytes;
    }
  }
}

let passed = 0;
let failures = 0;
function run(bytes: Uint8Array): void {
  if (wireProblem(bytes) !== undefined) return;
  passed++;
  readTransaction(bytes);
  const result =
    below(8) === 0 ? svm.sendVersionedTransaction(bytes) : svm.simulateVersionedTransaction(bytes);
  if ("err" in result) failures++;
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

for (let n = 0; n < structured; n++) {
  const bytes = randomTransaction();
  const problem = wireProblem(bytes);
  if (problem !== undefined && !problem.startsWith("too large")) {
    throw new Error(
      `The check refuses a well-formed transaction: ${problem} ${Buffer.from(bytes).toString("hex")}`,
    );
  }
  run(bytes);
  if (n % 300 === 0) await turn();
}
const structuredPassed = passed;
for (let n = 0; n < mutations; n++) {
  run(mutated(randomTransaction()));
  if (n % 300 === 0) await turn();
}
console.log(JSON.stringify({ structuredPassed, mutatedPassed: passed - structuredPassed, failures }));

/** A length in Solana's compact encoding: seven bits per byte, least significant first. */
function lengthPrefix(length: number): Uint8Array {
  return length < 0x80 ? Uint8Array.of(length) : Uint8Array.of((length & 0x7f) | 0x80, length >> 7);
}
