// Checks the verifier by execution. Real builds of the mock are changed in many ways; accepted changes are simulated
// on the ledger, where the wallet must pay and receive the intent's amounts. The form of the bytes does not matter.
import { createMockServer } from "@intent-tx/mock-server";
import { PublicKey, TransactionInstruction, TransactionMessage, VersionedTransaction } from "@solana/web3.js";
import { IntentTx } from "intent-tx";
import type { BuiltTransaction, Intent } from "intent-tx/contract";
import { NATIVE_MINT, PROGRAM_IDS } from "intent-tx/contract";
import {
  associatedTokenAddress,
  type Effects,
  UnsafeTransactionError,
  verifyTransaction,
} from "intent-tx/solana";
import { expect, test } from "vitest";
import { bytes, keypair, metas } from "../../sdk/solana/samples.js";
import { rpc } from "../../server/lab.js";
import { random } from "../random.js";
import { SCALE } from "../scale.js";
import { holdingsOf, type RpcAccount } from "./executed-accounts.js";

const CHANGES = SCALE === 1 ? 2_500 : 50_000;
const { token, token2022, system, associatedToken, computeBudget } = PROGRAM_IDS;
const { readonly, signer, writable } = metas;
const key = (address: string) => new PublicKey(address);
const thief = keypair(66).publicKey.toBase58();
const fresh = keypair(67).publicKey.toBase58();

const COMMANDS = [
  ...["swap 1 SOL for USDC", "buy 5 USDC with SOL", "swap 10 JUP for PYUSD", "buy 5 PYUSD with JUP"],
  ...[
    "swap 100 USDC for SOL",
    "buy 0.5 SOL with USDC",
    "swap all my BONK for SOL",
    "swap half my SOL for USDC",
  ],
  ...[
    "send 1 SOL to bob.sol",
    `send 10 USDC to ${fresh}`,
    "send 1 PYUSD to bob.sol",
    "send all my SOL to bob.sol",
  ],
];
const TERMS = [{}, { slippageBps: 1 }, { slippageBps: 1000, priorityFee: 100_000 }, { priorityFee: 0 }];

interface Sample {
  readonly command: string;
  readonly intent: Intent;
  readonly built: BuiltTransaction;
  readonly options: {
    readonly walletAddress: string;
    readonly slippageBps?: number;
    readonly priorityFee?: number;
  };
  readonly instructions: readonly TransactionInstruction[];
  readonly blockhash: string;
}

const next = random(20_261_122);
const pick = <T>(list: readonly T[]): T => list[next(list.length)] as T;

test(`of ${CHANGES} changed builds, none that is accepted costs the wallet more than its intent`, async () => {
  await using server = await createMockServer({ seed: 1, limits: "off" });
  const client = new IntentTx(server.clientOptions("enterprise"));
  const walletAddress = server.wallets.alice.address;
  const riches = { SOL: "100", USDC: "5000", JUP: "500", PYUSD: "500", BONK: "1000000" };
  for (const address of [walletAddress, thief]) await server.fund(address, riches, { environment: "live" });

  const samples: Sample[] = [];
  for (const command of COMMANDS)
    for (const terms of TERMS) {
      const { slippageBps: slippage, ...others } = { slippageBps: undefined, ...terms };
      const intent = await client.intents.parse({ walletAddress, command, slippage, ...others });
      const simulate = samples.length % 2 === 0;
      const built = await client.transactions.build({ intentId: intent.intentId, walletAddress, simulate });
      const { message } = VersionedTransaction.deserialize(Buffer.from(built.transaction, "base64"));
      const { instructions, recentBlockhash } = TransactionMessage.decompile(message);
      const options = { walletAddress, ...terms };
      samples.push({ command, intent, built, options, instructions, blockhash: recentBlockhash });
    }
  const mints = [
    ...new Set(samples.flatMap(({ intent: { parameters: p } }) => [p.inputToken ?? "", p.outputToken ?? ""])),
  ].filter((mint) => mint !== "");
  const addresses = [
    ...new Set([
      ...samples.flatMap(({ instructions }) =>
        instructions.flatMap(({ programId, keys }) => [programId, ...keys.map(({ pubkey }) => pubkey)]),
      ),
      ...[thief, fresh, walletAddress, server.wallets.bob.address].flatMap((owner) => [
        key(owner),
        ...mints.flatMap((mint) =>
          [token, token2022].map((p) => key(associatedTokenAddress(owner, mint, p))),
        ),
      ]),
    ]),
  ];

  /**
   * Describes funds taken beyond the intent or the effects that the verifier returned; "failed" if a simulation fails.
   */
  async function harm(
    transaction: string,
    { intent, options }: Sample,
    { spendAtMost, receiveAtLeast, fee }: Effects & { readonly fee: bigint },
  ): Promise<string | undefined> {
    const { inputToken = "", outputToken = "", amount = 0n, recipient } = intent.parameters;
    const toldOf = (list: Effects["spendAtMost"], mint: string) =>
      list.find((one) => one.mint === mint)?.amount ?? 0n;
    const wallets = [walletAddress, ...(recipient === undefined ? [] : [recipient])];
    const watched = holdingsOf(wallets, mints);
    const { message } = VersionedTransaction.deserialize(Buffer.from(transaction, "base64"));
    const named = new Set(message.staticAccountKeys.map((address) => address.toBase58()));
    const list = watched.addresses.filter((address) => named.has(address));
    const encoding = "base64";
    const config = { encoding, commitment: "processed" };
    const was: RpcAccount[] = (await rpc(server, "getMultipleAccounts", [list, config])).result.value;
    const simulation = { ...config, sigVerify: false, accounts: { encoding, addresses: list } };
    const { result } = await rpc(server, "simulateTransaction", [transaction, simulation]);
    if (result.value.err !== null) return "failed";
    const changes = watched.changes(list, was, result.value.accounts);
    if (changes.control !== undefined) return changes.control;
    const moved = (owner: string, mint: string) => changes.moved.get(`${owner} ${mint}`) ?? 0n;
    // The transaction's own fee, which may differ from the announced one below the bound.
    const cost = fee + changes.rent;
    const own = (mint: string) => moved(walletAddress, mint) + (mint === NATIVE_MINT ? cost : 0n);
    for (const mint of mints) {
      const spent = mint === inputToken ? amount : 0n;
      const most =
        intent.action === "swap" ? (spent * BigInt(10_000 + (options.slippageBps ?? 50))) / 10_000n : spent;
      if (-own(mint) > most) return `it takes ${-own(mint)} of ${mint}, ${most} at most`;
      const told = toldOf(spendAtMost, mint);
      if (-own(mint) > told || told > most)
        return `it takes ${-own(mint)} of ${mint}, spendAtMost is ${told}`;
    }
    if (recipient !== undefined)
      return moved(recipient, inputToken) === amount ? undefined : `${moved(recipient, inputToken)} arrive`;
    const quoted = intent.route?.outAmount ?? 0n;
    const least = (quoted * BigInt(10_000 - (options.slippageBps ?? 50)) + 9_999n) / 10_000n;
    const told = toldOf(receiveAtLeast, outputToken);
    if (own(outputToken) < told || told < least)
      return `it gives ${own(outputToken)}, receiveAtLeast is ${told}`;
    return own(outputToken) >= least ? undefined : `it gives ${own(outputToken)}, ${least} at least`;
  }

  for (const sample of samples) {
    const side = sample.command.startsWith("buy") ? "output" : "input";
    const { parameters, route } = sample.intent;
    const amount = (side === "output" ? route?.outAmount : parameters.amount) ?? 0n;
    const terms = { ...sample.options, expect: { side, amount } } as const;
    const effects = verifyTransaction(sample.built, sample.intent, terms);
    expect(await harm(sample.built.transaction, sample, effects), sample.command).toBeUndefined();
  }

  const hostile = (): TransactionInstruction => {
    const [mint, program] = [pick(mints), pick([token, token2022])];
    const [mine, his] = [walletAddress, thief].map((one) => key(associatedTokenAddress(one, mint, program)));
    const [me, him] = [key(walletAddress), key(thief)];
    const make = (to: string, keys: TransactionInstruction["keys"], data: Buffer) =>
      new TransactionInstruction({ programId: key(to), keys, data });
    const owner = key(pick([thief, fresh, walletAddress]));
    const account = key(associatedTokenAddress(owner.toBase58(), mint, program));
    return pick([
      make(system, [signer(me), writable(him)], bytes(2, 0, 0, 0, 1n)),
      make(system, [signer(me)], Buffer.concat([bytes(1, 0, 0, 0), him.toBuffer()])),
      make(system, [signer(me), writable(mine!)], bytes(2, 0, 0, 0, 1000n)),
      make(system, [writable(him), readonly(him), signer(me)], bytes(4, 0, 0, 0)),
      make(program, [writable(mine!), readonly(him), signer(me)], bytes(4, 2n ** 64n - 1n)),
      make(
        program,
        [writable(mine!), signer(me)],
        Buffer.concat([bytes(6, pick([2, 3]), 1), him.toBuffer()]),
      ),
      make(program, [writable(mine!), writable(pick([him, me])), signer(me)], bytes(9)),
      make(program, [writable(mine!), writable(key(mint)), signer(me)], bytes(8, 1n)),
      make(program, [writable(mine!)], bytes(17)),
      make(program, [writable(mine!), writable(his!), signer(me)], bytes(3, 1n)),
      make(program, [writable(mine!), readonly(key(mint)), writable(his!), signer(me)], bytes(12, 1n, 6)),
      make(
        associatedToken,
        [signer(me), writable(account), ...[owner, key(mint), key(system), key(program)].map(readonly)],
        bytes(pick([0, 1])),
      ),
      make(computeBudget, [], bytes(3, pick([0n, 1000n, 1001n, 10n ** 15n]))),
      make(computeBudget, [], bytes(pick([1, 4]), 0, 0, 4, 0)),
      make("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr", [], Buffer.alloc(pick([0, 10, 500]), 65)),
      make("Ed25519SigVerify111111111111111111111111111", [], bytes(0, 0)),
    ]);
  };
  type List = readonly TransactionInstruction[];
  const onOne = (
    list: List,
    change: (one: TransactionInstruction) => Partial<TransactionInstruction>,
  ): List => {
    if (list.length === 0) return list;
    const [at, one] = [next(list.length), list] as const;
    const { programId, keys, data } = one[at]!;
    return list.with(at, new TransactionInstruction({ programId, keys, data, ...change(one[at]!) }));
  };
  const changes: readonly ((list: List, sample: Sample) => List)[] = [
    (list) =>
      onOne(list, ({ keys }) => {
        const at = next(keys.length + 1);
        return keys[at] === undefined
          ? {}
          : { keys: keys.with(at, { ...keys[at], pubkey: pick(addresses) }) };
      }),
    (list) => onOne(list, ({ keys }) => ({ keys: keys.toSorted(() => next(3) - 1) })),
    (list) =>
      onOne(list, ({ data }) => ({
        data: Buffer.from(data.map((byte) => (next(9) ? byte : byte ^ (1 << next(8))))),
      })),
    (list) =>
      onOne(list, (one) => {
        const data = Buffer.from(one.data);
        // Slightly larger or smaller amounts, where rounding errors occur.
        for (const at of [1, 4, 9])
          if (data.length >= at + 8 && next(2) === 0)
            data.writeBigUInt64LE(BigInt.asUintN(64, data.readBigUInt64LE(at) + BigInt(next(7) - 3)), at);
        return { data };
      }),
    (list) =>
      onOne(list, ({ data }) => {
        const most = Buffer.from(data);
        if (most.length >= 9)
          most.writeBigUInt64LE(pick([0n, 1n, 5_000n, 2n ** 32n, 2n ** 63n, 2n ** 64n - 1n]), 1);
        return {
          data: pick([most, data.subarray(0, next(data.length + 1)), Buffer.concat([data, Buffer.alloc(9)])]),
        };
      }),
    (list) =>
      onOne(list, ({ keys }) => {
        const at = next(keys.length + 1);
        const key = keys[at];
        if (key === undefined)
          return { keys: next(2) ? keys.slice(1) : [...keys, writable(pick(addresses))] };
        const flag = next(2) ? { isSigner: !key.isSigner } : { isWritable: !key.isWritable };
        return { keys: keys.with(at, { ...key, ...flag }) };
      }),
    (list) => onOne(list, () => ({ programId: pick(addresses) })),
    (list) => list.toSpliced(next(list.length + 1), 0, hostile()),
    (list) => list.toSpliced(next(list.length + 1), 0, pick(pick(samples).instructions)),
    (list) => list.toSpliced(next(list.length), 1),
    (list) => list.toSpliced(next(list.length), 0, pick(list)),
    (list) => list.toSorted(() => next(5) - 1),
    (_, { intent }) => pick(samples.filter((other) => other.intent.action === intent.action)).instructions,
    // Turns an exact input into an exact output, and vice versa.
    (list, { intent: { parameters, route }, options: { slippageBps: slippage = 50 } }) =>
      list.map((one) => {
        if (one.programId.toBase58() !== PROGRAM_IDS.swap || one.data.length !== 17) return one;
        const [amount, quoted, bps] = [parameters.amount ?? 0n, route?.outAmount ?? 0n, BigInt(slippage)];
        const data =
          one.data[0] === 1
            ? bytes(2, quoted, (amount * (10_000n + bps)) / 10_000n)
            : bytes(1, amount, (quoted * (10_000n - bps) + 9_999n) / 10_000n);
        return new TransactionInstruction({ ...one, data });
      }),
  ];

  let [executed, judged] = [0, 0];
  while (judged < CHANGES) {
    const sample = pick(samples);
    let list: List = sample.instructions;
    for (let n = 1 + next(3); n > 0; n--) if (list.length > 0) list = pick(changes)(list, sample);
    let transaction: string;
    try {
      const payerKey = next(40) === 0 ? key(thief) : key(walletAddress);
      const { blockhash: recentBlockhash } = sample;
      const message = new TransactionMessage({ payerKey, recentBlockhash, instructions: [...list] });
      const whole = new VersionedTransaction(
        next(8) ? message.compileToV0Message() : message.compileToLegacyMessage(),
      );
      transaction = Buffer.from(whole.serialize()).toString("base64");
    } catch {
      continue; // Too large, or not a transaction.
    }
    judged++;
    let effects: Effects;
    try {
      effects = verifyTransaction({ ...sample.built, transaction }, sample.intent, sample.options);
    } catch (error) {
      if (!(error instanceof UnsafeTransactionError)) throw error;
      continue;
    }
    const found = await harm(transaction, sample, effects);
    if (found === undefined) executed++;
    else if (found !== "failed") expect.fail(`${found}, accepted for "${sample.command}": ${transaction}`);
  }
  // Some accepted changes must succeed: otherwise the test would prove nothing.
  expect(executed).toBeGreaterThan(CHANGES / 50);
});
