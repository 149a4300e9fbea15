import {
  AddressLookupTableProgram,
  ComputeBudgetProgram,
  Keypair,
  NONCE_ACCOUNT_LENGTH,
  NonceAccount,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
} from "@solana/web3.js";
import { expect } from "vitest";
import { SYSVARS } from "../../../mock-server/src/formats/programs.js";
import type { FlowChain } from "./flow-chain.js";
import { readSysvar } from "./sysvar-reader.js";

/** Sequences of calls on a chain, which expect the outcome on a validator. */
type Flows = Readonly<Record<string, (chain: FlowChain) => Promise<void>>>;

const RENT = 890_880;
const NONCE_RENT = 1_447_680;

const transfer = (from: PublicKey, to: PublicKey, lamports: number) =>
  SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports });

/** A transfer that creates an account. */
const gift = (chain: FlowChain, lamports = 1_000_000) =>
  transfer(chain.payer.publicKey, Keypair.generate().publicKey, lamports);

/** Creates a nonce account, and returns the means to advance and read the nonce. */
async function nonceOf(chain: FlowChain, authority = chain.payer) {
  const nonce = Keypair.generate();
  await chain.lands(createNonce(chain, nonce, authority), { signers: [nonce] });
  return { nonce, advance: advanceOf(nonce, authority), value: () => nonceValue(chain, nonce) };
}

const createNonce = (chain: FlowChain, nonce: Keypair, authority = chain.payer) =>
  SystemProgram.createNonceAccount({
    fromPubkey: chain.payer.publicKey,
    noncePubkey: nonce.publicKey,
    lamports: NONCE_RENT,
    authorizedPubkey: authority.publicKey,
  }).instructions;

const advanceOf = (nonce: Keypair, authority: Keypair) =>
  SystemProgram.nonceAdvance({ noncePubkey: nonce.publicKey, authorizedPubkey: authority.publicKey });

async function nonceValue(chain: FlowChain, nonce: Keypair): Promise<string> {
  const { accounts } = await chain.accounts([nonce.publicKey]);
  return NonceAccount.fromAccountData(accounts[0]!.data).nonce;
}

const messageOf = (wire: string): string => {
  const bytes = Buffer.from(wire, "base64");
  return bytes.subarray(1 + 64 * bytes[0]!).toString("base64");
};

const feeOf = (chain: FlowChain, wire: string, commitment = "confirmed") =>
  chain.value<number | null>("getFeeForMessage", messageOf(wire), { commitment });

const price = (microLamports: number) => ComputeBudgetProgram.setComputeUnitPrice({ microLamports });
const limit = (units: number) => ComputeBudgetProgram.setComputeUnitLimit({ units });
const u64At = (data: Buffer, at: number) => Number(data.readBigUInt64LE(at));
const returned = (told: { data: [string, string] } | null) => Buffer.from(told?.data[0] ?? "", "base64");

/** Bytes of a sysvar, as a program reads them in a simulation, and the slot of the simulation. */
async function readBySimulation(chain: FlowChain, address: string, offset: number, length: number) {
  const wire = await chain.wire([readSysvar(address, offset, length)]);
  const { slot, value } = await chain.simulate(wire, { commitment: "confirmed" });
  const data = Buffer.alloc(length);
  // A node omits trailing zeros.
  returned(value.returnData).copy(data);
  return { slot, err: value.err, data };
}

const UNKNOWN_HASH = { code: -32002, err: "BlockhashNotFound" };

const NONCES: Flows = {
  "a nonce can be advanced with the blockhash of the transaction that created it": async (chain) => {
    const nonce = Keypair.generate();
    const blockhash = await chain.blockhash();
    await chain.lands(createNonce(chain, nonce), { signers: [nonce], blockhash });
    const wire = await chain.wire([advanceOf(nonce, chain.payer)], { blockhash });
    expect(await chain.outcome(wire)).toBeNull();
  },
  "a nonce is advanced by six transactions in a row, and no value repeats": async (chain) => {
    const { nonce, advance, value } = await nonceOf(chain);
    const values = new Set([await value()]);
    const others = Keypair.generate();
    await chain.lands(createNonce(chain, others), { signers: [others] });
    values.add(await nonceValue(chain, others));
    for (let count = 0; count < 6; count++) {
      await chain.lands([advance, gift(chain)]);
      values.add(await value());
    }
    expect(values.size).toBe(8);
    expect((await chain.accounts([nonce.publicKey])).accounts[0]!.data).toHaveLength(NONCE_ACCOUNT_LENGTH);
  },
  "a nonce can be advanced only once per transaction": async (chain) => {
    const { advance } = await nonceOf(chain);
    expect(await chain.outcome(await chain.wire([advance, advance]))).toEqual({
      InstructionError: [1, { Custom: 7 }],
    });
  },
  "two nonces advanced in one transaction get the same value": async (chain) => {
    const [one, other] = [await nonceOf(chain), await nonceOf(chain)];
    await chain.lands([one.advance, other.advance]);
    expect(await one.value()).toBe(await other.value());
  },
  "a transaction on a durable nonce lands once and uses up the nonce value": async (chain) => {
    const { advance, value } = await nonceOf(chain);
    const before = await value();
    const wire = await chain.wire([advance, gift(chain)], { blockhash: before });
    expect(await chain.outcome(wire)).toBeNull();
    const other = await chain.wire([advance, gift(chain)], { blockhash: before });
    for (const late of [wire, other]) expect(await chain.send(late)).toEqual(UNKNOWN_HASH);
    expect(await value()).not.toBe(before);
  },
  "a failed transaction on a durable nonce pays its fee and uses up the nonce value": async (chain) => {
    const { advance, value } = await nonceOf(chain);
    const [before, balance] = [await value(), await chain.balance(chain.payer.publicKey)];
    const wire = await chain.wire([advance, gift(chain, 10 ** 15)], { blockhash: before });
    expect(await chain.outcome(wire)).toEqual({ InstructionError: [1, { Custom: 1 }] });
    expect(balance - (await chain.balance(chain.payer.publicKey))).toBe(5000);
    expect(await value()).not.toBe(before);
  },
  "a nonce is not a blockhash if the advance is not first, or the authority did not sign": async (chain) => {
    const other = Keypair.generate();
    const [mine, theirs] = [await nonceOf(chain), await nonceOf(chain, other)];
    const late = await chain.wire([gift(chain), mine.advance], { blockhash: await mine.value() });
    const strange = SystemProgram.nonceAdvance({
      noncePubkey: theirs.nonce.publicKey,
      authorizedPubkey: chain.payer.publicKey,
    });
    const stolen = await chain.wire([strange], { blockhash: await theirs.value() });
    const { keys } = theirs.advance;
    const unsigned = new TransactionInstruction({
      ...theirs.advance,
      keys: keys.map((key) => ({ ...key, isSigner: false })),
    });
    const open = await chain.wire([unsigned], { blockhash: await theirs.value() });
    for (const wire of [late, stolen, open]) expect(await chain.send(wire)).toEqual(UNKNOWN_HASH);
    const missing = { InstructionError: [0, "MissingRequiredSignature"] };
    expect(await chain.outcome(await chain.wire([strange]))).toEqual(missing);
  },
  "a nonce account can be emptied, but not in the transaction that advances the nonce": async (chain) => {
    const { nonce, advance } = await nonceOf(chain);
    const withdraw = SystemProgram.nonceWithdraw({
      noncePubkey: nonce.publicKey,
      authorizedPubkey: chain.payer.publicKey,
      lamports: NONCE_RENT,
      toPubkey: chain.payer.publicKey,
    });
    const together = await chain.outcome(await chain.wire([advance, withdraw]));
    expect(together).toEqual({ InstructionError: [1, { Custom: 7 }] });
    expect(await chain.outcome(await chain.wire([withdraw]))).toBeNull();
    expect((await chain.accounts([nonce.publicKey])).accounts).toEqual([null]);
  },
  "the fee of a message on a nonce is known until the nonce is advanced": async (chain) => {
    const { advance, value } = await nonceOf(chain);
    const before = await value();
    const wire = await chain.wire([advance, gift(chain)], { blockhash: before });
    expect([await feeOf(chain, wire), await feeOf(chain, wire, "finalized")]).toEqual([5000, null]);
    await chain.lands([advance]);
    expect(await chain.value("isBlockhashValid", before, { commitment: "confirmed" })).toBe(false);
    expect(await feeOf(chain, wire)).toBeNull();
  },
};

const HISTORIES = [SYSVARS.slotHashes, SYSVARS.recentBlockhashes, SYSVARS.slotHistory, SYSVARS.stakeHistory];

const SYSVAR_FLOWS: Flows = {
  "sysvars are rent exempt, and have their known lengths": async (chain) => {
    const { accounts } = await chain.accounts([SYSVARS.clock, SYSVARS.epochSchedule, ...HISTORIES]);
    expect(
      accounts.map((account) => [
        account?.data.length,
        account?.lamports === ((account?.data.length ?? 0) + 128) * 6960,
        account?.owner,
      ]),
    ).toEqual([40, 33, 20_488, 6_008, 131_097, 16_392].map((length) => [length, true, SYSVARS.owner]));
  },
  "the newest slot hash is that of the previous slot, and slots descend": async (chain) => {
    const { slot, err, data } = await readBySimulation(chain, SYSVARS.slotHashes, 8, 1000);
    const slots = Array.from({ length: 5 }, (_, index) => slot - u64At(data, index * 40));
    const hashes = Array.from({ length: 5 }, (_, index) =>
      data.toString("hex", index * 40 + 8, index * 40 + 40),
    );
    expect([err, new Set(hashes).size]).toEqual([null, 5]);
    expect(slots).toEqual([1, 2, 3, 4, 5]);
  },
  "a program that lands reads the hash of the previous slot, and the clock of its own": async (chain) => {
    const seen = async (address: string, at: number) => {
      const wire = await chain.wire([readSysvar(address, at, 8)]);
      await chain.send(wire);
      const status = await chain.status(wire);
      const signature = (await import("bs58")).default.encode(Buffer.from(wire, "base64").subarray(1, 65));
      const { meta } = await chain.result<{ meta: { returnData: { data: [string, string] } } }>(
        "getTransaction",
        signature,
        { commitment: "confirmed", encoding: "base64" },
      );
      const data = Buffer.alloc(8);
      returned(meta.returnData).copy(data);
      return (status?.slot ?? 0) - u64At(data, 0);
    };
    expect([await seen(SYSVARS.slotHashes, 8), await seen(SYSVARS.clock, 0)]).toEqual([1, 0]);
  },
  "a slot's hash stays the same": async (chain) => {
    const first = await readBySimulation(chain, SYSVARS.slotHashes, 8, 40);
    await chain.lands([gift(chain)]);
    await chain.slots(2);
    const later = await readBySimulation(chain, SYSVARS.slotHashes, 8, 1000);
    const at = (u64At(later.data, 0) - u64At(first.data, 0)) * 40;
    expect(later.data.subarray(at, at + 40)).toEqual(first.data);
  },
  "a simulation reads the clock at its commitment": async (chain) => {
    const wire = await chain.wire([readSysvar(SYSVARS.clock, 0, 8)], {
      blockhash: await chain.blockhash("finalized"),
    });
    const behind = async (commitment: string) => {
      const { slot, value } = await chain.simulate(wire, { commitment });
      const data = Buffer.alloc(8);
      returned(value.returnData).copy(data);
      return slot - u64At(data, 0);
    };
    expect([await behind("processed"), await behind("finalized")]).toEqual([0, 0]);
  },
  "the recent blockhashes begin with the latest one, at 5,000 lamports a signature": async (chain) => {
    const { accounts } = await chain.accounts([SYSVARS.recentBlockhashes], "processed");
    const data = accounts[0]!.data;
    const newest = new PublicKey(data.subarray(8, 40)).toBase58();
    expect(await chain.value("isBlockhashValid", newest, { commitment: "processed" })).toBe(true);
    expect(u64At(data, 40)).toBe(5000);
    expect(u64At(data, 0)).toBeGreaterThan(20);
  },
  "the slot history contains the previous slots": async (chain) => {
    const { slot, accounts } = await chain.accounts([SYSVARS.slotHistory]);
    const data = accounts[0]!.data;
    const next = u64At(data, data.length - 8);
    const has = (one: number) => ((data[9 + (one >> 3)] ?? 0) >> (one & 7)) & 1;
    const bit = (one: number) => has(one % 1_048_576);
    expect([next - slot, u64At(data, data.length - 16)]).toEqual([1, 1_048_576]);
    expect([1, 2, 3].map((back) => bit(next - back))).toEqual([1, 1, 1]);
  },
  "the stake history has an entry for each earlier epoch, at most 512": async (chain) => {
    const { epoch } = await chain.result<{ epoch: number }>("getEpochInfo", { commitment: "confirmed" });
    const { err, data } = await readBySimulation(chain, SYSVARS.stakeHistory, 0, 16);
    const newest = epoch === 0 ? -1 : u64At(data, 8);
    expect([err, u64At(data, 0), newest]).toEqual([null, Math.min(512, epoch), epoch - 1]);
  },
  "programs and JSON-RPC read the same epoch schedule, without a warm-up": async (chain) => {
    const { err, data } = await readBySimulation(chain, SYSVARS.epochSchedule, 0, 33);
    const told = await chain.result("getEpochSchedule");
    const { absoluteSlot, epoch, slotIndex, slotsInEpoch } =
      await chain.result<Record<string, number>>("getEpochInfo");
    expect(absoluteSlot).toBe(epoch! * slotsInEpoch! + slotIndex!);
    expect([err, data.toString("hex")]).toEqual([null, `80970600000000008097060000000000${"00".repeat(17)}`]);
    expect(told).toEqual({
      firstNormalEpoch: 0,
      firstNormalSlot: 0,
      leaderScheduleSlotOffset: 432_000,
      slotsPerEpoch: 432_000,
      warmup: false,
    });
  },
  "a lookup table can be created only for a recent slot": async (chain) => {
    const made = async (behind: number) => {
      const recentSlot = (await chain.result<number>("getSlot", { commitment: "confirmed" })) - behind;
      const [create] = AddressLookupTableProgram.createLookupTable({
        authority: chain.payer.publicKey,
        payer: chain.payer.publicKey,
        recentSlot,
      });
      return (await chain.simulate(await chain.wire([create]), { commitment: "confirmed" })).value.err;
    };
    for (const behind of [1, 30]) expect(await made(behind)).toBeNull();
    expect(await made(-5000)).toEqual({ InstructionError: [0, "InvalidInstructionData"] });
  },
};

const NO_ACCOUNT = { code: -32002, err: "AccountNotFound" };
const rentOf = (index: number) => ({ InsufficientFundsForRent: { account_index: index } });

const FEES: Flows = {
  "a fee counts signatures and the price of all requested units": async (chain) => {
    const before = await chain.balance(chain.payer.publicKey);
    const other = Keypair.generate();
    const instructions = [price(1_500_000), limit(1_001), gift(chain, RENT), gift(chain, RENT)];
    instructions[3]!.keys.push({ pubkey: other.publicKey, isSigner: true, isWritable: false });
    const wire = await chain.wire(instructions, { signers: [other] });
    expect(await feeOf(chain, wire)).toBe(11_502);
    expect(await chain.outcome(wire)).toBeNull();
    expect(before - (await chain.balance(chain.payer.publicKey))).toBe(11_502 + 2 * RENT);
  },
  "a transaction that fails pays its fee and changes nothing else": async (chain) => {
    const before = await chain.balance(chain.payer.publicKey);
    const to = Keypair.generate().publicKey;
    const failing = [transfer(chain.payer.publicKey, to, RENT), gift(chain, 10 ** 15)];
    const err = await chain.outcome(await chain.wire(failing));
    expect(err).toEqual({ InstructionError: [1, { Custom: 1 }] });
    expect(before - (await chain.balance(chain.payer.publicKey))).toBe(5000);
    expect(await chain.balance(to)).toBe(0);
  },
  "recent prices are a list of slots, with and without addresses": async (chain) => {
    const account = chain.payer.publicKey.toBase58();
    const priced = await chain.lands([price(7_000_000), limit(1_000), gift(chain)]);
    await chain.slots(2);
    for (const addresses of [[], [[account]], [[Keypair.generate().publicKey.toBase58()]]]) {
      const fees = await chain.result<Fee[]>("getRecentPrioritizationFees", ...addresses);
      expect(fees.length > 0 && fees.length <= 150).toBe(true);
      expect(fees.every(({ slot }, index) => index === 0 || slot > fees[index - 1]!.slot)).toBe(true);
      for (const { prioritizationFee } of fees) expect(prioritizationFee).toBeGreaterThanOrEqual(0);
      // In the slot of `priced`, the account's price is what this transaction paid, whatever others paid.
      if (addresses[0]?.[0] === account)
        expect(fees.find(({ slot }) => slot === priced)?.prioritizationFee).toBe(7_000_000);
    }
  },
  "a transaction that leaves its payer below the rent minimum fails, but pays a fee": async (chain) => {
    const poor = Keypair.generate();
    await chain.lands([transfer(chain.payer.publicKey, poor.publicKey, RENT + 5_000)]);
    const pays = [transfer(poor.publicKey, chain.payer.publicKey, 1)];
    const wire = await chain.wire(pays, { payer: poor });
    expect(await chain.send(wire)).toEqual({ code: -32002, err: rentOf(0) });
    expect(await chain.outcome(wire)).toEqual(rentOf(0));
    expect(await chain.balance(poor.publicKey)).toBe(RENT);
    const whole = [transfer(poor.publicKey, chain.payer.publicKey, RENT)];
    expect(await chain.dropped(await chain.wire(whole, { payer: poor }))).toBe("dropped");
  },
  "a payer that the fee leaves below the rent minimum is refused, or dropped without preflight": async (
    chain,
  ) => {
    const poor = Keypair.generate();
    await chain.lands([transfer(chain.payer.publicKey, poor.publicKey, RENT + 4_000)]);
    const wire = await chain.wire([price(1)], { payer: poor });
    expect(await chain.send(wire)).toEqual({ code: -32002, err: rentOf(0) });
    const none = await chain.wire([price(1)], { payer: Keypair.generate() });
    expect(await chain.send(none)).toEqual(NO_ACCOUNT);
    for (const one of [wire, none]) expect(await chain.dropped(one)).toBe("dropped");
    expect(await chain.balance(poor.publicKey)).toBe(RENT + 4_000);
  },
  "a transaction that leaves another account below the rent minimum fails and pays a fee": async (chain) => {
    const before = await chain.balance(chain.payer.publicKey);
    const wire = await chain.wire([gift(chain, 1)]);
    expect(await chain.send(wire)).toEqual({ code: -32002, err: rentOf(1) });
    expect(await chain.outcome(wire)).toEqual(rentOf(1));
    expect(before - (await chain.balance(chain.payer.publicKey))).toBe(5000);
  },
};

interface Fee {
  readonly slot: number;
  readonly prioritizationFee: number;
}

/** Applies a change to the bytes of a base64 transaction. */
const changed = (wire: string, change: (bytes: Buffer) => Buffer) =>
  change(Buffer.from(wire, "base64")).toString("base64");

const BYTES: Flows = {
  "a transaction followed by more bytes passes a simulation, but is dropped": async (chain) => {
    const wire = await chain.wire([gift(chain)]);
    const longer = changed(wire, (bytes) => Buffer.concat([bytes, Buffer.of(0, 0, 0)]));
    expect((await chain.simulate(longer, { commitment: "confirmed" })).value.err).toBeNull();
    expect([await chain.send(longer), await chain.dropped(longer)]).toEqual(["sent", "dropped"]);
  },
  "transactions that cannot be sanitized are refused": async (chain) => {
    const sound = await chain.wire([gift(chain)]);
    const answer = async (change: (bytes: Buffer) => Buffer) => {
      const wire = changed(sound, change);
      return [(await chain.simulate(wire, { commitment: "confirmed" })).value.err, await chain.send(wire)];
    };
    const accountAt = 65 + 4;
    const programAt = accountAt + 32 * 3 + 32 + 1;
    const twice = (bytes: Buffer) =>
      bytes.fill(bytes.subarray(accountAt, accountAt + 32), accountAt + 32, accountAt + 64);
    expect(await answer(twice)).toEqual(["AccountLoadedTwice", { code: -32003 }]);
    for (const [name, at, value] of [
      ["more signers than signatures", 65, 2],
      ["a read-only payer", 66, 1],
      ["a program that pays", programAt, 0],
      ["a program that is not there", programAt, 9],
      ["an account that is not there", programAt + 2, 9],
    ] as const)
      expect(await answer((bytes) => bytes.fill(value, at, at + 1)), name).toEqual([
        { code: -32602 },
        { code: -32602 },
      ]);
  },
};

const SEEN = { code: -32002, err: "AlreadyProcessed" };

const COMMITMENTS: Flows = {
  "an airdrop that is only confirmed is visible to a simulation at confirmed only": async (chain) => {
    const fresh = Keypair.generate();
    const signature = await chain.result<string>("requestAirdrop", fresh.publicKey.toBase58(), 2_000_000_000);
    expect(signature.length).toBeGreaterThan(80);
    while ((await chain.balance(fresh.publicKey)) === 0) await chain.slots(1);
    const to = chain.payer.publicKey;
    const blockhash = await chain.blockhash("finalized");
    const wire = await chain.wire([transfer(fresh.publicKey, to, 1_000_000)], { payer: fresh, blockhash });
    expect((await chain.simulate(wire)).value.err).toBe("AccountNotFound");
    expect((await chain.simulate(wire, { commitment: "confirmed" })).value.err).toBeNull();
    expect(await chain.send(wire, {})).toEqual(NO_ACCOUNT);
    expect(await chain.balance(fresh.publicKey, "finalized")).toBe(0);
    await chain.finalized();
    expect([(await chain.simulate(wire)).value.err, await chain.send(wire, {})]).toEqual([null, "sent"]);
  },
  "a blockhash that is only confirmed is unknown to a preflight at the default": async (chain) => {
    const wire = await chain.wire([gift(chain)]);
    expect(await chain.send(wire, {})).toEqual(UNKNOWN_HASH);
    expect((await chain.simulate(wire)).value.err).toBe("BlockhashNotFound");
    const final = await chain.wire([gift(chain)], { blockhash: await chain.blockhash("finalized") });
    expect(await chain.send(final, {})).toBe("sent");
    await chain.finalized();
    expect(await chain.send(wire, {})).toBe("sent");
  },
  "a repeated transaction is refused if it has landed at the preflight's commitment": async (chain) => {
    const wire = await chain.wire([gift(chain)], { blockhash: await chain.blockhash("finalized") });
    await chain.outcome(wire);
    const again = async () => [
      await chain.send(wire, {}),
      await chain.send(wire, { preflightCommitment: "processed" }),
      await chain.send(wire, { preflightCommitment: "confirmed" }),
      await chain.send(wire, { preflightCommitment: "finalized" }),
      await chain.send(wire, { skipPreflight: true }),
      (await chain.simulate(wire)).value.err,
      (await chain.simulate(wire, { commitment: "processed" })).value.err,
      (await chain.simulate(wire, { commitment: "processed", replaceRecentBlockhash: true })).value.err,
    ];
    const twice = "AlreadyProcessed";
    expect(await again()).toEqual(["sent", SEEN, SEEN, "sent", "sent", null, twice, null]);
    await chain.finalized();
    expect(await again()).toEqual([SEEN, SEEN, SEEN, SEEN, "sent", twice, twice, null]);
  },
  "a blockhash is valid at a commitment once its block has reached the commitment": async (chain) => {
    const blockhash = await chain.blockhash("processed");
    const at = (commitment: string) => chain.value("isBlockhashValid", blockhash, { commitment });
    expect([await at("processed"), await at("finalized")]).toEqual([true, false]);
    await chain.finalized();
    expect(await at("finalized")).toBe(true);
  },
  "a blockhash is valid for 150 more blocks at each commitment": async (chain) => {
    type Latest = { context: { slot: number }; value: { lastValidBlockHeight: number } };
    for (const commitment of ["processed", "confirmed", "finalized"]) {
      const { context, value } = await chain.result<Latest>("getLatestBlockhash", { commitment });
      const epoch = await chain.result<Record<string, number>>("getEpochInfo", { commitment });
      const left =
        value.lastValidBlockHeight - context.slot - (epoch["blockHeight"]! - epoch["absoluteSlot"]!);
      // A block may be produced between the two calls.
      expect(Math.abs(left - 150)).toBeLessThanOrEqual(1);
    }
  },
  "the fee of a message is unknown at finalized if the blockhash is only confirmed": async (chain) => {
    const wire = await chain.wire([gift(chain)]);
    expect([await feeOf(chain, wire), await feeOf(chain, wire, "finalized")]).toEqual([5000, null]);
  },
  "a preflight at confirmed sees the previous transaction, one at finalized does not": async (chain) => {
    const fresh = Keypair.generate();
    await chain.lands([transfer(chain.payer.publicKey, fresh.publicKey, 50_000_000)]);
    const blockhash = await chain.blockhash("finalized");
    const back = [transfer(fresh.publicKey, chain.payer.publicKey, 1_000_000)];
    const wire = await chain.wire(back, { payer: fresh, blockhash });
    expect(await chain.send(wire, {})).toEqual(NO_ACCOUNT);
    expect(await chain.send(wire, { preflightCommitment: "confirmed" })).toBe("sent");
  },
  "a nonce that is only confirmed is not accepted as a blockhash at the default": async (chain) => {
    const { advance, value } = await nonceOf(chain);
    const wire = await chain.wire([advance, gift(chain)], { blockhash: await value() });
    expect(await chain.send(wire, {})).toEqual(UNKNOWN_HASH);
    expect(await chain.send(wire)).toBe("sent");
  },
};

export const FLOWS = Object.entries({ ...NONCES, ...SYSVAR_FLOWS, ...FEES, ...BYTES, ...COMMITMENTS });
