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
import { SYSVARS } from "../../../mock-server/src/formats/programs.js";
import type { FlowChain } from "./flow-chain.js";
import { readSysvar } from "./sysvar-reader.js";

/** A sequence of calls on a chain, and the expected outcome. */
interface Flow {
  /** Makes the calls; the result contains no value that depends on the chain. */
  readonly play: (chain: FlowChain) => Promise<unknown>;
  /** The outcome on a validator. */
  readonly outcome: unknown;
}

/** Flows by their names. */
type Flows = Readonly<Record<string, Flow>>;

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

const NONCES: Flows = {
  "a nonce can be advanced by a transaction with the blockhash of the one that created the nonce": {
    play: async (chain) => {
      const nonce = Keypair.generate();
      const blockhash = await chain.blockhash();
      await chain.lands(createNonce(chain, nonce), { signers: [nonce], blockhash });
      return chain.outcome(await chain.wire([advanceOf(nonce, chain.payer)], { blockhash }));
    },
    outcome: null,
  },
  "a nonce is advanced by six transactions in a row, and no value repeats": {
    play: async (chain) => {
      const { nonce, advance, value } = await nonceOf(chain);
      const values = new Set([await value()]);
      const others = Keypair.generate();
      await chain.lands(createNonce(chain, others), { signers: [others] });
      values.add(await nonceValue(chain, others));
      for (let count = 0; count < 6; count++) {
        await chain.lands([advance, gift(chain)]);
        values.add(await value());
      }
      return {
        values: values.size,
        length: (await chain.accounts([nonce.publicKey])).accounts[0]!.data.length,
      };
    },
    outcome: { values: 8, length: NONCE_ACCOUNT_LENGTH },
  },
  "a nonce can be advanced only once per transaction": {
    play: async (chain) => {
      const { advance } = await nonceOf(chain);
      return chain.outcome(await chain.wire([advance, advance]));
    },
    outcome: { InstructionError: [1, { Custom: 7 }] },
  },
  "two nonces advanced in one transaction get the same value": {
    play: async (chain) => {
      const [one, other] = [await nonceOf(chain), await nonceOf(chain)];
      await chain.lands([one.advance, other.advance]);
      return (await one.value()) === (await other.value());
    },
    outcome: true,
  },
  "a transaction on a durable nonce lands once and uses up the nonce value": {
    play: async (chain) => {
      const { advance, value } = await nonceOf(chain);
      const before = await value();
      const wire = await chain.wire([advance, gift(chain)], { blockhash: before });
      const first = await chain.outcome(wire);
      const other = await chain.wire([advance, gift(chain)], { blockhash: before });
      return {
        first,
        again: await chain.send(wire),
        other: await chain.send(other),
        changed: (await value()) !== before,
      };
    },
    outcome: {
      first: null,
      again: { code: -32002, err: "BlockhashNotFound" },
      other: { code: -32002, err: "BlockhashNotFound" },
      changed: true,
    },
  },
  "a failed transaction on a durable nonce pays its fee and uses up the nonce value": {
    play: async (chain) => {
      const { advance, value } = await nonceOf(chain);
      const [before, balance] = [await value(), await chain.balance(chain.payer.publicKey)];
      const wire = await chain.wire([advance, gift(chain, 10 ** 15)], { blockhash: before });
      const err = await chain.outcome(wire);
      const paid = balance - (await chain.balance(chain.payer.publicKey));
      return { err, paid, changed: (await value()) !== before };
    },
    outcome: { err: { InstructionError: [1, { Custom: 1 }] }, paid: 5000, changed: true },
  },
  "a nonce is not accepted as a blockhash if the advance is not first, or the authority did not sign": {
    play: async (chain) => {
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
      return [
        await chain.send(late),
        await chain.send(stolen),
        await chain.send(await chain.wire([unsigned], { blockhash: await theirs.value() })),
        await chain.outcome(await chain.wire([strange])),
      ];
    },
    outcome: [
      { code: -32002, err: "BlockhashNotFound" },
      { code: -32002, err: "BlockhashNotFound" },
      { code: -32002, err: "BlockhashNotFound" },
      { InstructionError: [0, "MissingRequiredSignature"] },
    ],
  },
  "a nonce account can be emptied, but not in the transaction that advances the nonce": {
    play: async (chain) => {
      const { nonce, advance } = await nonceOf(chain);
      const withdraw = SystemProgram.nonceWithdraw({
        noncePubkey: nonce.publicKey,
        authorizedPubkey: chain.payer.publicKey,
        lamports: NONCE_RENT,
        toPubkey: chain.payer.publicKey,
      });
      const together = await chain.outcome(await chain.wire([advance, withdraw]));
      const after = await chain.outcome(await chain.wire([withdraw]));
      return { together, after, accounts: (await chain.accounts([nonce.publicKey])).accounts };
    },
    outcome: { together: { InstructionError: [1, { Custom: 7 }] }, after: null, accounts: [null] },
  },
  "the fee of a message on a nonce is known until the nonce is advanced": {
    play: async (chain) => {
      const { advance, value } = await nonceOf(chain);
      const before = await value();
      const wire = await chain.wire([advance, gift(chain)], { blockhash: before });
      const [known, final] = [await feeOf(chain, wire), await feeOf(chain, wire, "finalized")];
      await chain.lands([advance]);
      const isBlockhash = await chain.value("isBlockhashValid", before, { commitment: "confirmed" });
      return { known, final, later: await feeOf(chain, wire), isBlockhash };
    },
    outcome: { known: 5000, final: null, later: null, isBlockhash: false },
  },
};

const HISTORIES = [SYSVARS.slotHashes, SYSVARS.recentBlockhashes, SYSVARS.slotHistory, SYSVARS.stakeHistory];

const SYSVAR_FLOWS: Flows = {
  "sysvars are rent exempt, and have their known lengths": {
    play: async (chain) => {
      const { accounts } = await chain.accounts([SYSVARS.clock, SYSVARS.epochSchedule, ...HISTORIES]);
      return accounts.map((account) => [
        account?.data.length,
        account?.lamports === ((account?.data.length ?? 0) + 128) * 6960,
        account?.owner,
      ]);
    },
    outcome: [40, 33, 20_488, 6_008, 131_097, 16_392].map((length) => [length, true, SYSVARS.owner]),
  },
  "the newest slot hash is that of the previous slot, and slots descend": {
    play: async (chain) => {
      const { slot, err, data } = await readBySimulation(chain, SYSVARS.slotHashes, 8, 1000);
      const slots = Array.from({ length: 5 }, (_, index) => slot - u64At(data, index * 40));
      const hashes = Array.from({ length: 5 }, (_, index) =>
        data.toString("hex", index * 40 + 8, index * 40 + 40),
      );
      return { err, slots, hashes: new Set(hashes).size };
    },
    outcome: { err: null, slots: [1, 2, 3, 4, 5], hashes: 5 },
  },
  "a program in a landed transaction reads the hash of the previous slot, and the clock of its own": {
    play: async (chain) => {
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
      return { hash: await seen(SYSVARS.slotHashes, 8), clock: await seen(SYSVARS.clock, 0) };
    },
    outcome: { hash: 1, clock: 0 },
  },
  "a slot's hash stays the same": {
    play: async (chain) => {
      const first = await readBySimulation(chain, SYSVARS.slotHashes, 8, 40);
      await chain.lands([gift(chain)]);
      await chain.slots(2);
      const later = await readBySimulation(chain, SYSVARS.slotHashes, 8, 1000);
      const at = (u64At(later.data, 0) - u64At(first.data, 0)) * 40;
      return later.data.subarray(at, at + 40).equals(first.data);
    },
    outcome: true,
  },
  "a simulation reads the clock at its commitment": {
    play: async (chain) => {
      const wire = await chain.wire([readSysvar(SYSVARS.clock, 0, 8)], {
        blockhash: await chain.blockhash("finalized"),
      });
      const behind = async (commitment: string) => {
        const { slot, value } = await chain.simulate(wire, { commitment });
        const data = Buffer.alloc(8);
        returned(value.returnData).copy(data);
        return slot - u64At(data, 0);
      };
      return [await behind("processed"), await behind("finalized")];
    },
    outcome: [0, 0],
  },
  "the recent blockhashes begin with the latest one, at 5,000 lamports a signature": {
    play: async (chain) => {
      const { accounts } = await chain.accounts([SYSVARS.recentBlockhashes], "processed");
      const data = accounts[0]!.data;
      const newest = new PublicKey(data.subarray(8, 40)).toBase58();
      const isValid = await chain.value("isBlockhashValid", newest, { commitment: "processed" });
      return { isValid, fee: u64At(data, 40), many: u64At(data, 0) > 20 };
    },
    outcome: { isValid: true, fee: 5000, many: true },
  },
  "the slot history contains the previous slots": {
    play: async (chain) => {
      const { slot, accounts } = await chain.accounts([SYSVARS.slotHistory]);
      const data = accounts[0]!.data;
      const next = u64At(data, data.length - 8);
      const has = (one: number) => ((data[9 + (one >> 3)] ?? 0) >> (one & 7)) & 1;
      const bit = (one: number) => has(one % 1_048_576);
      return {
        behind: next - slot,
        past: [1, 2, 3].map((back) => bit(next - back)),
        bits: u64At(data, data.length - 16),
      };
    },
    outcome: { behind: 1, past: [1, 1, 1], bits: 1_048_576 },
  },
  "the stake history has an entry for each earlier epoch, at most 512": {
    play: async (chain) => {
      const { epoch } = await chain.result<{ epoch: number }>("getEpochInfo", { commitment: "confirmed" });
      const { err, data } = await readBySimulation(chain, SYSVARS.stakeHistory, 0, 16);
      const newest = epoch === 0 ? -1 : u64At(data, 8);
      return { err, count: u64At(data, 0) - Math.min(512, epoch), newest: newest - epoch };
    },
    outcome: { err: null, count: 0, newest: -1 },
  },
  "programs and JSON-RPC read the same epoch schedule, without a warm-up": {
    play: async (chain) => {
      const { err, data } = await readBySimulation(chain, SYSVARS.epochSchedule, 0, 33);
      const told = await chain.result("getEpochSchedule");
      const { absoluteSlot, epoch, slotIndex, slotsInEpoch } =
        await chain.result<Record<string, number>>("getEpochInfo");
      const inStep = absoluteSlot === epoch! * slotsInEpoch! + slotIndex!;
      return { err, data: data.toString("hex"), told, inStep };
    },
    outcome: {
      err: null,
      data: `80970600000000008097060000000000${"00".repeat(17)}`,
      told: {
        firstNormalEpoch: 0,
        firstNormalSlot: 0,
        leaderScheduleSlotOffset: 432_000,
        slotsPerEpoch: 432_000,
        warmup: false,
      },
      inStep: true,
    },
  },
  "a lookup table can be created only for a recent slot": {
    play: async (chain) => {
      const made = async (behind: number) => {
        const recentSlot = (await chain.result<number>("getSlot", { commitment: "confirmed" })) - behind;
        const [create] = AddressLookupTableProgram.createLookupTable({
          authority: chain.payer.publicKey,
          payer: chain.payer.publicKey,
          recentSlot,
        });
        return (await chain.simulate(await chain.wire([create]), { commitment: "confirmed" })).value.err;
      };
      return [await made(1), await made(30), await made(-5000)];
    },
    outcome: [null, null, { InstructionError: [0, "InvalidInstructionData"] }],
  },
};

const FEES: Flows = {
  "a fee counts signatures and the price of all requested units": {
    play: async (chain) => {
      const before = await chain.balance(chain.payer.publicKey);
      const other = Keypair.generate();
      const instructions = [price(1_500_000), limit(1_001), gift(chain, RENT), gift(chain, RENT)];
      instructions[3]!.keys.push({ pubkey: other.publicKey, isSigner: true, isWritable: false });
      const wire = await chain.wire(instructions, { signers: [other] });
      const fee = await feeOf(chain, wire);
      const outcome = await chain.outcome(wire);
      return { fee, outcome, paid: before - (await chain.balance(chain.payer.publicKey)) - 2 * RENT };
    },
    outcome: { fee: 11_502, outcome: null, paid: 11_502 },
  },
  "a transaction that fails pays its fee and changes nothing else": {
    play: async (chain) => {
      const before = await chain.balance(chain.payer.publicKey);
      const to = Keypair.generate().publicKey;
      const failing = [transfer(chain.payer.publicKey, to, RENT), gift(chain, 10 ** 15)];
      const err = await chain.outcome(await chain.wire(failing));
      return {
        err,
        paid: before - (await chain.balance(chain.payer.publicKey)),
        left: await chain.balance(to),
      };
    },
    outcome: { err: { InstructionError: [1, { Custom: 1 }] }, paid: 5000, left: 0 },
  },
  "recent prices are a list of slots, with and without addresses": {
    play: async (chain) => {
      const account = chain.payer.publicKey.toBase58();
      const priced = await chain.lands([price(7_000_000), limit(1_000), gift(chain)]);
      await chain.slots(2);
      const lists = [
        await chain.result<Fee[]>("getRecentPrioritizationFees"),
        await chain.result<Fee[]>("getRecentPrioritizationFees", [account]),
        await chain.result<Fee[]>("getRecentPrioritizationFees", [Keypair.generate().publicKey.toBase58()]),
      ];
      // In the slot of `priced`, the account's price is what this transaction paid, whatever other transactions paid.
      return lists.map((fees, index) => ({
        some: fees.length > 0 && fees.length <= 150,
        ascending: fees.every(({ slot }, index) => index === 0 || slot > fees[index - 1]!.slot),
        most: Math.max(...fees.map(({ prioritizationFee }) => prioritizationFee)) >= 0,
        ...(index === 1 && { priced: fees.find(({ slot }) => slot === priced)?.prioritizationFee }),
      }));
    },
    outcome: [{}, { priced: 7_000_000 }, {}].map((more) => ({
      some: true,
      ascending: true,
      most: true,
      ...more,
    })),
  },
  "a transaction that leaves its payer below the rent minimum fails, but pays the fee if it can": {
    play: async (chain) => {
      const poor = Keypair.generate();
      await chain.lands([transfer(chain.payer.publicKey, poor.publicKey, RENT + 5_000)]);
      const pays = [transfer(poor.publicKey, chain.payer.publicKey, 1)];
      const wire = await chain.wire(pays, { payer: poor });
      const sent = await chain.send(wire);
      const outcome = await chain.outcome(wire);
      const whole = [transfer(poor.publicKey, chain.payer.publicKey, RENT)];
      return {
        sent,
        outcome,
        left: await chain.balance(poor.publicKey),
        emptied: await chain.dropped(await chain.wire(whole, { payer: poor })),
      };
    },
    outcome: {
      sent: { code: -32002, err: { InsufficientFundsForRent: { account_index: 0 } } },
      outcome: { InsufficientFundsForRent: { account_index: 0 } },
      left: RENT,
      emptied: "dropped",
    },
  },
  "if the fee leaves the payer below the rent minimum, a send is refused, or dropped without preflight": {
    play: async (chain) => {
      const poor = Keypair.generate();
      await chain.lands([transfer(chain.payer.publicKey, poor.publicKey, RENT + 4_000)]);
      const wire = await chain.wire([price(1)], { payer: poor });
      const [sent, outcome] = [await chain.send(wire), await chain.dropped(wire)];
      const none = await chain.wire([price(1)], { payer: Keypair.generate() });
      return {
        sent,
        outcome,
        left: await chain.balance(poor.publicKey),
        none: [await chain.send(none), await chain.dropped(none)],
      };
    },
    outcome: {
      sent: { code: -32002, err: { InsufficientFundsForRent: { account_index: 0 } } },
      outcome: "dropped",
      left: RENT + 4_000,
      none: [{ code: -32002, err: "AccountNotFound" }, "dropped"],
    },
  },
  "a transaction that leaves another account below the rent minimum fails and pays the fee": {
    play: async (chain) => {
      const before = await chain.balance(chain.payer.publicKey);
      const wire = await chain.wire([gift(chain, 1)]);
      const [sent, outcome] = [await chain.send(wire), await chain.outcome(wire)];
      return { sent, outcome, paid: before - (await chain.balance(chain.payer.publicKey)) };
    },
    outcome: {
      sent: { code: -32002, err: { InsufficientFundsForRent: { account_index: 1 } } },
      outcome: { InsufficientFundsForRent: { account_index: 1 } },
      paid: 5000,
    },
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
  "a transaction followed by more bytes passes a simulation, but is dropped": {
    play: async (chain) => {
      const wire = await chain.wire([gift(chain)]);
      const longer = changed(wire, (bytes) => Buffer.concat([bytes, Buffer.of(0, 0, 0)]));
      const { value } = await chain.simulate(longer, { commitment: "confirmed" });
      return { simulated: value.err, sent: await chain.send(longer), outcome: await chain.dropped(longer) };
    },
    outcome: { simulated: null, sent: "sent", outcome: "dropped" },
  },
  "transactions that cannot be sanitized are refused": {
    play: async (chain) => {
      const made = (instructions: TransactionInstruction[]) => chain.wire(instructions);
      const twice = await made([gift(chain)]);
      const accountAt = 65 + 4;
      const answers: Record<string, unknown> = {};
      const cases: Record<string, string> = {
        "an account twice": changed(twice, (bytes) => {
          bytes.copy(bytes, accountAt + 32, accountAt, accountAt + 32);
          return bytes;
        }),
        "a read-only payer": changed(twice, (bytes) => {
          bytes[66] = 1;
          return bytes;
        }),
        "a program that pays": changed(twice, (bytes) => {
          bytes[accountAt + 32 * 3 + 32 + 1] = 0;
          return bytes;
        }),
        "a program that is not there": changed(twice, (bytes) => {
          bytes[accountAt + 32 * 3 + 32 + 1] = 9;
          return bytes;
        }),
        "an account that is not there": changed(twice, (bytes) => {
          bytes[accountAt + 32 * 3 + 32 + 3] = 9;
          return bytes;
        }),
        "more signers than signatures": changed(twice, (bytes) => {
          bytes[65] = 2;
          return bytes;
        }),
      };
      for (const [name, wire] of Object.entries(cases)) {
        const { value } = await chain.simulate(wire, { commitment: "confirmed" });
        answers[name] = [value.err, await chain.send(wire)];
      }
      return answers;
    },
    outcome: {
      "an account twice": ["AccountLoadedTwice", { code: -32003 }],
      ...Object.fromEntries(
        [
          ...["a read-only payer", "a program that pays", "a program that is not there"],
          ...["an account that is not there", "more signers than signatures"],
        ].map((name) => [name, [{ code: -32602 }, { code: -32602 }]]),
      ),
    },
  },
};

const SEEN = { code: -32002, err: "AlreadyProcessed" };

const COMMITMENTS: Flows = {
  "an airdrop that is only confirmed is visible at confirmed, but not to a simulation at the default": {
    play: async (chain) => {
      const fresh = Keypair.generate();
      const signature = await chain.result<string>(
        "requestAirdrop",
        fresh.publicKey.toBase58(),
        2_000_000_000,
      );
      while ((await chain.balance(fresh.publicKey)) === 0) await chain.slots(1);
      const to = chain.payer.publicKey;
      const blockhash = await chain.blockhash("finalized");
      const wire = await chain.wire([transfer(fresh.publicKey, to, 1_000_000)], { payer: fresh, blockhash });
      const early = {
        default: (await chain.simulate(wire)).value.err,
        confirmed: (await chain.simulate(wire, { commitment: "confirmed" })).value.err,
        sent: await chain.send(wire, {}),
        balance: await chain.balance(fresh.publicKey, "finalized"),
      };
      await chain.finalized();
      const later = { default: (await chain.simulate(wire)).value.err, sent: await chain.send(wire, {}) };
      return { signature: signature.length > 80, early, later };
    },
    outcome: {
      signature: true,
      early: {
        default: "AccountNotFound",
        confirmed: null,
        balance: 0,
        sent: { code: -32002, err: "AccountNotFound" },
      },
      later: { default: null, sent: "sent" },
    },
  },
  "a blockhash that is only confirmed is unknown to a preflight at the default": {
    play: async (chain) => {
      const wire = await chain.wire([gift(chain)]);
      const early = [await chain.send(wire, {}), (await chain.simulate(wire)).value.err];
      const final = await chain.wire([gift(chain)], { blockhash: await chain.blockhash("finalized") });
      const sent = await chain.send(final, {});
      await chain.finalized();
      return { early, sent, later: await chain.send(wire, {}) };
    },
    outcome: {
      early: [{ code: -32002, err: "BlockhashNotFound" }, "BlockhashNotFound"],
      sent: "sent",
      later: "sent",
    },
  },
  "a repeated transaction is refused if it has landed at the preflight's commitment": {
    play: async (chain) => {
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
      const early = await again();
      await chain.finalized();
      return { early, later: await again() };
    },
    outcome: {
      early: ["sent", SEEN, SEEN, "sent", "sent", null, "AlreadyProcessed", null],
      later: [SEEN, SEEN, SEEN, SEEN, "sent", "AlreadyProcessed", "AlreadyProcessed", null],
    },
  },
  "a blockhash is valid at a commitment once its block has reached the commitment": {
    play: async (chain) => {
      const blockhash = await chain.blockhash("processed");
      const at = (commitment: string) => chain.value("isBlockhashValid", blockhash, { commitment });
      const early = [await at("processed"), await at("finalized")];
      await chain.finalized();
      return { early, later: await at("finalized") };
    },
    outcome: { early: [true, false], later: true },
  },
  "a blockhash is valid for 150 more blocks at each commitment": {
    play: async (chain) => {
      const left = async (commitment: Commitments) => {
        const { context, value } = await chain.result<{
          context: { slot: number };
          value: { lastValidBlockHeight: number };
        }>("getLatestBlockhash", { commitment });
        const { absoluteSlot, blockHeight } = await chain.result<Record<string, number>>("getEpochInfo", {
          commitment,
        });
        // A block may be produced between the two calls.
        return (
          Math.abs(value.lastValidBlockHeight - context.slot - 150 - (blockHeight! - absoluteSlot!)) <= 1
        );
      };
      return [await left("processed"), await left("confirmed"), await left("finalized")];
    },
    outcome: [true, true, true],
  },
  "the fee of a message is unknown at finalized if the blockhash is only confirmed": {
    play: async (chain) => {
      const wire = await chain.wire([gift(chain)]);
      return [await feeOf(chain, wire), await feeOf(chain, wire, "finalized")];
    },
    outcome: [5000, null],
  },
  "a preflight at confirmed sees the previous transaction, one at finalized does not": {
    play: async (chain) => {
      const fresh = Keypair.generate();
      await chain.lands([transfer(chain.payer.publicKey, fresh.publicKey, 50_000_000)]);
      const blockhash = await chain.blockhash("finalized");
      const back = [transfer(fresh.publicKey, chain.payer.publicKey, 1_000_000)];
      const wire = await chain.wire(back, { payer: fresh, blockhash });
      return [await chain.send(wire, {}), await chain.send(wire, { preflightCommitment: "confirmed" })];
    },
    outcome: [{ code: -32002, err: "AccountNotFound" }, "sent"],
  },
  "a nonce that is only confirmed is not accepted as a blockhash at the default": {
    play: async (chain) => {
      const { advance, value } = await nonceOf(chain);
      const wire = await chain.wire([advance, gift(chain)], { blockhash: await value() });
      return [await chain.send(wire, {}), await chain.send(wire)];
    },
    outcome: [{ code: -32002, err: "BlockhashNotFound" }, "sent"],
  },
};

type Commitments = "processed" | "confirmed" | "finalized";

export const FLOWS = Object.entries({ ...NONCES, ...SYSVAR_FLOWS, ...FEES, ...BYTES, ...COMMITMENTS });
