// A wallet that signs and sends in one step can return any signature. A transaction settles a payment only if it makes it.
import { createSolanaRpcFromTransport } from "@solana/kit";
import {
  ComputeBudgetProgram,
  type Connection,
  Keypair,
  PublicKey,
  Transaction,
  VersionedMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import bs58 from "bs58";
import { ConfigurationError } from "intent-tx";
import {
  execute,
  MemoryJournal,
  type PaymentRecord,
  resume,
  signAndSend,
  TransactionExpiredError,
} from "intent-tx/solana";
import { describe, expect, vi } from "vitest";
import { builtOf, connectionOf, keypairOf, transferOf } from "../../server/lab.js";
import { type Edited, edited } from "../solana/edits.js";
import { ends, never, prompted, sendingWallet, setup, test, unknown } from "./setup.js";

type World = Awaited<ReturnType<typeof setup>>;
type Unsigned = { serialize(): Uint8Array };
type Asked = { transaction: Uint8Array; chain: string };

/** A wallet that sends what `change` makes of the transaction, and returns what `answer` makes of the signature. */
const wallet = (
  keypair: Keypair,
  change: (built: Edited) => void,
  answer = (signature: string) => signature,
  others: readonly Keypair[] = [],
) => ({
  ...sendingWallet(keypair),
  sendTransaction: async (unsigned: Unsigned, connection: Connection) => {
    const transaction = edited(unsigned.serialize(), (built) => {
      change(built);
      return built;
    });
    transaction.sign([keypair, ...others]);
    return answer(await connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true }));
  },
});

/** Removes the limit of compute units, which leaves none for an added instruction. */
function removeLimit(instructions: Edited["instructions"]) {
  const limit = instructions.findIndex(({ programId }) => programId.equals(ComputeBudgetProgram.programId));
  if (limit >= 0) instructions.splice(limit, 1);
}

/** A wallet that sends nothing and returns an earlier signature, as from a cache. */
const lying = (keypair: Keypair, signature: string) => ({
  ...sendingWallet(keypair),
  sendTransaction: async () => signature,
});

/** Sends SOL of alice or bob outside the service. */
async function sends({ connection, clock }: World, from: Keypair, to: string, lamports: number) {
  const { blockhash: recentBlockhash } = await connection.getLatestBlockhash();
  const transaction = new Transaction({ feePayer: from.publicKey, recentBlockhash });
  transaction.add(transferOf(from.publicKey, to, lamports)).sign(from);
  const signature = await connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true });
  await clock.sleep(2000);
  return signature;
}

/** The options of `resume`. */
const looking = ({ journal, connection, clock }: World) => ({ journal, connection, clock });

/** An address that no other test uses. */
const stranger = Keypair.generate().publicKey.toBase58();

describe("execute does not take for the payment", () => {
  test.for([
    [
      "an earlier payment of the same order",
      (world: World) => world.pay({ paymentId: "order-0" }),
      "before this payment was built",
    ],
    ["an earlier payment that failed", failedBefore, "before this payment was built"],
  ] as const)("%s", async ([_, earlier, why], { world }) => {
    const { signature } = await earlier(world);
    await world.clock.sleep(20_000);
    const signer = lying(world.keypair, signature);
    await ends(world.pay({ signer }), "unknown", why);
    const [open] = await resume(looking(world));
    expect(open).toMatchObject({ outcome: "open", reason: expect.stringContaining(why) });
  });

  async function failedBefore(world: World) {
    return { signature: await sends(world, world.keypair, stranger, Number.MAX_SAFE_INTEGER) };
  }

  test.for([
    ["another recipient", () => stranger, 500_000_000],
    ["a smaller amount", ({ server }: World) => server.wallets.bob.address, 499_999_999],
    ["a failure", () => stranger, Number.MAX_SAFE_INTEGER],
  ] as const)("a later transaction with %s", async ([_, recipient, lamports], { world }) => {
    const signer = {
      ...sendingWallet(world.keypair),
      sendTransaction: () => sends(world, world.keypair, recipient(world), lamports),
    };
    await ends(world.pay({ signer }), "unknown", "does not make this payment");
  });

  test("a transaction of another wallet", async ({ world }) => {
    const bob = keypairOf(world.server.wallets.bob);
    const signer = {
      ...sendingWallet(world.keypair),
      sendTransaction: () => sends(world, bob, world.walletAddress, 500_000_000),
    };
    await ends(world.pay({ signer }), "unknown", "paid its fee, not the wallet");
  });

  const PAID_BACK = [
    ["a transfer that the recipient pays back in the same transaction", "send 0.5 SOL to bob.sol", () => {}],
    [
      "a swap whose SOL goes to bob, who sends as much to a stranger",
      "swap 20 USDC for SOL",
      (instructions: Edited["instructions"], bob: Keypair) => {
        const close = instructions.find(({ data }) => data.length === 1 && data[0] === 9);
        const [, destination] = close?.keys ?? [];
        if (destination) destination.pubkey = bob.publicKey;
      },
    ],
  ] as const;
  test.for(PAID_BACK)("%s", async ([, command, change], { world }) => {
    const bob = keypairOf(world.server.wallets.bob);
    const isTransfer = command.startsWith("send");
    const fromBob = ({ instructions }: Edited) => {
      removeLimit(instructions);
      change(instructions, bob);
      const to = isTransfer ? world.walletAddress : stranger;
      instructions.push(transferOf(bob.publicKey, to, 500_000_000));
    };
    const signer = wallet(world.keypair, fromBob, (signature) => signature, [bob]);
    await ends(world.pay({ signer, command }), "unknown", "its balances do not show this payment");
  });

  test.for([
    ["a lower minimum", "swap 1 SOL for USDC", 0],
    ["a higher maximum", "buy 20 USDC with SOL", 1],
  ] as const)("a swap with %s", async ([_, command, highest], { world }) => {
    const signer = wallet(world.keypair, (message) => {
      const swap = message.instructions.find(({ data }) => data.length > 16);
      // The bound is the last u64 of the swap's data.
      swap?.data.fill(0, swap.data.length - 8).fill(highest, swap.data.length - 2);
    });
    await ends(world.pay({ signer, command }), "unknown", "does not make this payment");
  });

  test.for([
    ["of the same journal", ({ wallet: signer }: World) => ({ signer })],
    ["over the same connection", ({ wallet: signer }: World) => ({ signer, journal: new MemoryJournal() })],
    ["over the same connection, of a signer", () => ({ journal: new MemoryJournal() })],
  ] as const)("the transaction of another payment %s", async ([_, other], { world }) => {
    // The other payment lands while this one's wallet is asked.
    const sendTransaction = async () => {
      await world.clock.sleep(5000);
      return (await world.pay({ paymentId: "order-0", ...other(world) })).signature;
    };
    const call = world.pay({ signer: { ...world.wallet, sendTransaction } });
    await ends(call, "unknown", "it belongs to another payment");
  });

  test.for([
    ["of the same journal", ({ server }: World) => ({ connection: connectionOf(server) })],
    ["over the same connection", () => ({ journal: new MemoryJournal() })],
  ] as const)(
    "the transaction of another payment %s, after a crash during the prompt",
    async ([_, apart], { world }) => {
      const { pay, journal, keypair, clock } = world;
      void pay({ signer: { publicKey: keypair.publicKey, signTransaction: never } }).catch(() => undefined);
      await prompted(journal);
      await clock.sleep(2000);
      const other = await pay({ paymentId: "order-2", ...apart(world) });
      const paid = await pay();
      expect(paid).toMatchObject({ attempts: 2, spent: [{ amount: 500_000_000n }] });
      expect(paid.signature).not.toBe(other.signature);
    },
  );
});

describe("execute takes for the payment", () => {
  test("a transaction to which the wallet added a tip, a fee and a new blockhash", async ({ world }) => {
    const signer = wallet(world.keypair, ({ instructions }) => {
      instructions.push(transferOf(world.keypair.publicKey, stranger, 1_000_000));
      removeLimit(instructions);
    });
    for (const command of [
      "send 0.5 SOL to bob.sol",
      "swap 1 SOL for USDC",
      "swap 20 USDC for SOL",
      "buy 20 USDC with SOL",
    ])
      expect(await world.pay({ signer, command, paymentId: command })).toMatchObject({ attempts: 1 });
  });

  test("a transaction that landed and failed, because of what the wallet added", async ({ world }) => {
    const { publicKey } = world.keypair;
    const signer = wallet(world.keypair, ({ instructions }) => {
      removeLimit(instructions);
      instructions.push(transferOf(publicKey, publicKey, Number.MAX_SAFE_INTEGER));
    });
    await expect(world.pay({ signer })).rejects.toMatchObject({
      name: "TransactionFailedError",
      outcome: "failed",
    });
    expect(await world.journal.get("order-1")).toMatchObject({ outcome: "failed" });
  });

  test("a transfer to the wallet itself, which changes no balance", async ({ world }) => {
    const signer = { ...world.wallet, sendTransaction: async () => "" };
    await ends(world.pay({ signer }), "unknown");
    const [record] = (await world.journal.open()) as [PaymentRecord];
    const signature = await sends(world, world.keypair, world.walletAddress, 500_000_000);
    const landed = await world.connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
    const wire = [1, ...new Uint8Array(64), ...(landed?.transaction.message.serialize() ?? [])];
    const [attempt] = record.attempts;
    const transaction = Buffer.from(wire).toString("base64");
    const attempts = [{ ...(attempt as NonNullable<typeof attempt>), transaction }];
    await world.journal.update({ ...record, version: record.version + 1, attempts });
    const [paid] = await resume(looking(world), { signatures: { "order-1": signature } });
    expect(paid).toMatchObject({ outcome: "landed", record: { receipt: { spent: [] } } });
  });

  test("a transaction that the node returns later", async ({ world }) => {
    const { pay, wallet: signer, connection, changed } = world;
    let asked = 0;
    const getTransaction = async (...call: [never, never]) =>
      asked++ < 5 ? null : connection.getTransaction(...call);
    expect(await pay({ signer, connection: changed({ getTransaction }) })).toMatchObject({ attempts: 1 });
    asked = Number.NEGATIVE_INFINITY;
    const call = pay({
      signer,
      connection: changed({ getTransaction }),
      paymentId: "order-2",
      maxWait: 3000,
    });
    await ends(call, "unknown", "the node does not return it");
  });
});

describe("of a wallet that signs and sends", () => {
  test("one that sends over web3.js is not asked if the connection is an rpc of kit", async ({ world }) => {
    const sendTransaction = vi.fn();
    const connection = createSolanaRpcFromTransport(world.server.rpcTransport());
    const call = world.pay({ connection, signer: { ...world.wallet, sendTransaction } });
    await ends(call, "not-sent", "sends only over a Connection of @solana/web3.js");
    expect(sendTransaction).not.toHaveBeenCalled();
    expect(await world.journal.open()).toEqual([]);
  });

  test("one of the Wallet Standard is asked to send to the cluster of the connection", async ({ world }) => {
    const { walletAddress: address, keypair, connection: sending, changed } = world;
    const asked: unknown[] = [];
    const signAndSendTransaction = async ({ transaction, chain }: Asked) => {
      asked.push(chain);
      const signed = VersionedTransaction.deserialize(transaction);
      signed.sign([keypair]);
      return [{ signature: bs58.decode(await sending.sendRawTransaction(signed.serialize())) }];
    };
    const features = { "solana:signAndSendTransaction": { version: "1.0.0", signAndSendTransaction } };
    const signer = (...chains: string[]) => ({ features, accounts: [{ address, chains }] });
    const devnet = "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG";
    const connection = changed({ getGenesisHash: async () => devnet });
    const named = { wallet: { features }, account: { address, chains: [] }, chain: "solana:testnet" };
    for (const [own, chain] of [
      [signer("solana:mainnet"), "mainnet"],
      [named, "testnet"],
    ] as const) {
      const call = world.pay({ connection, signer: own });
      await ends(call, "not-sent", `This wallet sends only to solana:${chain}.`);
    }
    expect(asked).toEqual([]);
    const both = signer("solana:mainnet", "solana:devnet");
    expect(await world.pay({ connection, signer: both })).toMatchObject({ attempts: 3 });
    // The name of another cluster is not known.
    await world.pay({ signer: both, paymentId: "order-2" });
    // An account without chains refuses none.
    await world.pay({ connection, signer: signer(), paymentId: "order-3" });
    expect(asked).toEqual(["solana:devnet", "solana:mainnet", "solana:devnet"]);
  });

  describe("one that returns a transaction that failed", () => {
    /** A wallet whose first transaction fails, and that also sends the right one, or not. */
    const failingFirst = ({ keypair, wallet: other }: World, sendsOther: boolean) => ({
      ...other,
      sendTransaction: async (...call: Parameters<typeof other.sendTransaction>) => {
        const failing = wallet(keypair, ({ instructions }) => {
          removeLimit(instructions);
          instructions.push(transferOf(keypair.publicKey, stranger, Number.MAX_SAFE_INTEGER));
        });
        const signature = await failing.sendTransaction(...call);
        if (sendsOther) await other.sendTransaction(...call);
        return signature;
      },
    });

    test("has paid with another one that its history shows", async ({ world }) => {
      const paid = await world.pay({ signer: failingFirst(world, true) });
      expect(paid).toMatchObject({ attempts: 1, spent: [{ amount: 500_000_000n }] });
      expect(await world.pay()).toEqual(paid);
    });

    test("has failed once no other one can land", async ({ world }) => {
      const signer = failingFirst(world, false);
      await ends(world.pay({ signer, maxWait: 20_000 }), "unknown", "the wallet may have sent another one");
      expect(await resume(looking(world))).toMatchObject([{ outcome: "open" }]);
      await world.clock.sleep(100_000);
      expect(await resume(looking(world))).toMatchObject([{ outcome: "failed" }]);
    });
  });

  test("an error of this package proves nothing unless its outcome is not-sent", async ({ world }) => {
    const failing = (error: Error, sends = world.wallet.sendTransaction) => ({
      ...world.wallet,
      sendTransaction: async (...call: Parameters<typeof sends>) => {
        await sends(...call);
        throw error;
      },
    });
    const invalid = new ConfigurationError("the wallet's own option");
    await ends(world.pay({ signer: failing(invalid) }), "unknown");
    await ends(world.pay(), "unknown");
    const refused = Object.assign(new ConfigurationError("refused"), { outcome: "not-sent" });
    const signer = failing(refused, async () => "");
    await expect(world.pay({ signer, paymentId: "order-2" })).rejects.toBe(refused);
    expect(await world.journal.get("order-2")).toMatchObject({ outcome: "not-sent" });
  });

  test.for([
    ["throws", () => Promise.reject(new Error("the database is away"))],
    ["does not answer", never],
  ] as const)(
    "a payment lands and is stored if the journal %s once after the wallet has sent it",
    async ([_, fails], { world }) => {
      const { journal, wallet: signer } = world;
      const update = journal.update.bind(journal);
      journal.update = async (record) => (record.state === "sending" ? fails() : update(record));
      const paid = await world.pay({ signer, journalTimeout: 30 });
      const { attempts, outcome } = (await journal.get("order-1")) as PaymentRecord;
      expect({ attempts, outcome }).toMatchObject({
        attempts: [{ signature: paid.signature }],
        outcome: "landed",
      });
    },
  );

  test("a payment that a person has settled as not sent lands if its wallet has sent it nevertheless", async ({
    world,
  }) => {
    const { journal, keypair } = world;
    const signer = {
      ...sendingWallet(keypair),
      sendTransaction: async (...call: Parameters<World["wallet"]["sendTransaction"]>) => {
        const [record] = (await journal.open()) as [PaymentRecord];
        const version = record.version + 1;
        await journal.update({ ...record, version, state: "settled", outcome: "not-sent" });
        return sendingWallet(keypair).sendTransaction(...call);
      },
    };
    const { signature } = await world.pay({ signer });
    expect(await world.pay()).toMatchObject({ signature, attempts: 1 });
  });

  test("a journal that cannot claim the landed message leaves the outcome unknown", async ({ world }) => {
    const { journal, wallet: signer } = world;
    const claim = journal.claim.bind(journal);
    let claims = 0;
    const failure = new ConfigurationError("the table does not exist");
    journal.claim = (record) => (++claims > 2 ? Promise.reject(failure) : claim(record));
    await expect(world.pay({ signer })).rejects.toMatchObject({
      outcome: "unknown",
      cause: failure,
      message: expect.not.stringContaining("nothing"),
    });
    journal.claim = claim;
    expect(await resume(looking(world))).toMatchObject([{ outcome: "landed" }]);
  });

  test("without a journal, a second call is not paid by the first one's transaction", async () => {
    const { connection, clock, client, wallet } = await setup();
    let sent: Promise<string> | undefined;
    const sendTransaction: typeof wallet.sendTransaction = (...call) => {
      sent ??= wallet.sendTransaction(...call);
      return sent;
    };
    const signer = { ...wallet, sendTransaction };
    const order = { command: "send 0.5 SOL to bob.sol", approve: () => true };
    const pay = () => execute({ client, connection, clock, signer, ...order });
    await pay();
    await ends(pay(), "unknown", "it belongs to another payment");
  });
});

/** A session wallet of `@solana/client` that can only sign and send in one step. */
const session = ({ connection, keypair, walletAddress }: World, answer: (signature: string) => unknown) => ({
  account: { address: walletAddress },
  sendTransaction: async ({ messageBytes }: { messageBytes: Uint8Array }) => {
    const transaction = new VersionedTransaction(VersionedMessage.deserialize(messageBytes));
    transaction.sign([keypair]);
    return answer(await connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true }));
  },
});

test.for([
  ["bytes", (signature: string) => bs58.decode(signature)],
  ["an object", (signature: string) => ({ signature })],
  ["null", () => null],
  ["a number", () => 1],
] as const)(
  "a wallet that sends and returns %s has not failed before sending",
  async ([_, answer], { world }) => {
    const before = await world.connection.getBalance(world.keypair.publicKey);
    const signer = session(world, answer);
    await expect(world.pay({ signer })).rejects.toMatchObject({ outcome: "unknown", signature: "" });
    await world.clock.sleep(20_000);
    await world.pay({ signer }).catch(() => undefined);
    expect(before - (await world.connection.getBalance(world.keypair.publicKey))).toBeLessThan(1_000_000_000);
    expect(await world.journal.open()).toHaveLength(1);
  },
);

const thrown = (facts: object) => Object.assign(new Error("The wallet failed."), facts);

describe("a wallet that is asked to sign and send, and throws", () => {
  const refusing = (error: unknown) => ({ sendTransaction: () => Promise.reject(error) });

  test.for([
    ["the user's rejection", thrown({ code: 4001 })],
    ["an error caused by the user's rejection", thrown({ cause: { error: { code: 4001 } } })],
    ["an error of this package that proves it", new TransactionExpiredError("", undefined, "not-sent")],
  ])("%s has sent nothing", async ([_, error], { world }) => {
    await expect(world.pay({ signer: { ...world.wallet, ...refusing(error) } })).rejects.toBe(error);
    await expect(world.pay()).resolves.toMatchObject({ attempts: 2 });
  });

  test.for([
    ["an error of another package with an outcome", thrown({ outcome: "not-sent" })],
    ["an error of this package after sending", new TransactionExpiredError("")],
    ["an error of this package without outcome", new ConfigurationError("wrong")],
    ["another code", thrown({ code: 4100 })],
    [
      "one rejection of several attempts",
      new AggregateError([thrown({ code: 4001 }), new Error("The page was reloaded.")]),
    ],
  ])("%s may have sent the transaction", async ([_, error], { world }) => {
    const call = world.pay({ signer: { ...world.wallet, ...refusing(error) } });
    await expect(call).rejects.toMatchObject({ ...unknown("may have sent"), cause: error });
    expect(await world.journal.open()).toHaveLength(1);
  });
});

describe("resume", () => {
  /** A payment whose wallet sent nothing and returned no signature. */
  async function prompted() {
    const world = await setup();
    const signer = { ...world.wallet, sendTransaction: async () => "" };
    await ends(world.pay({ signer }), "unknown");
    return world;
  }

  test("does not settle alice's payment with bob's transaction, and says why", async () => {
    const world = await prompted();
    const bob = keypairOf(world.server.wallets.bob);
    const signature = await sends(world, bob, world.walletAddress, 1_000_000);
    const [open] = await resume(looking(world), { signatures: { "order-1": signature } });
    expect(open).toMatchObject({ outcome: "open", reason: expect.stringContaining("paid its fee") });
    await ends(world.pay(), "unknown");
  });

  test("settles with the transaction that makes the payment, also over a wrong signature of the wallet", async () => {
    const world = await setup();
    const { signature: earlier } = await world.pay({ paymentId: "order-0" });
    await world.clock.sleep(20_000);
    await ends(world.pay({ signer: lying(world.keypair, earlier) }), "unknown");
    const signature = await sends(world, world.keypair, world.server.wallets.bob.address, 500_000_000);
    const [landed] = await resume(looking(world), { signatures: { "order-1": signature } });
    expect(landed).toMatchObject({ outcome: "landed", record: { receipt: { signature } } });
    expect(await world.pay()).toMatchObject({ signature });
  });

  test("is not needed for a prompt that sent nothing, if a person settles the payment", async () => {
    const { journal, pay, clock } = await prompted();
    const [record] = (await journal.open()) as [PaymentRecord];
    await journal.update({ ...record, version: record.version + 1, state: "settled", outcome: "not-sent" });
    await clock.sleep(2000);
    expect(await pay()).toMatchObject({ attempts: 2 });
  });

  test("stays open without validAt, without getTransaction, and for a program without a decoder", async () => {
    const world = await prompted();
    const signature = await sends(world, world.keypair, world.server.wallets.bob.address, 500_000_000);
    const signatures = { "order-1": signature };
    const [record] = (await world.journal.open()) as [PaymentRecord];
    const [attempt] = record.attempts;
    const { validAt: _, ...undated } = attempt as NonNullable<typeof attempt>;
    const foreign = { programId: new PublicKey(stranger), keys: [], data: Buffer.of(1) };
    const undecoded = edited(Buffer.from(undated.transaction, "base64"), ({ instructions }) => ({
      instructions: [...instructions, foreign],
    })).serialize();
    const holding = async (attempt: PaymentRecord["attempts"][0]) => {
      const journal = new MemoryJournal();
      await journal.claim({ ...record, version: 1, attempts: [attempt] });
      return { ...looking(world), journal };
    };
    const transaction = Buffer.from(undecoded).toString("base64");
    const silent = world.changed({ getTransaction: undefined });
    for (const [options, reason] of [
      [await holding(undated), "no node reported a slot"],
      [await holding({ ...undated, validAt: 1, transaction }), "pass swapPrograms"],
      [{ ...looking(world), connection: silent }, "has no getTransaction"],
    ] as const)
      expect(await resume(options, { signatures })).toMatchObject([
        { outcome: "open", reason: expect.stringContaining(reason) },
      ]);
  });
});

describe("signAndSend", () => {
  const order = async ({ server, connection, clock }: World) => ({
    ...(await builtOf(server, "send 0.5 SOL to bob.sol")),
    connection,
    clock,
  });

  test("does not take an earlier transaction for the payment", async ({ world }) => {
    const { signature } = await world.pay();
    await world.clock.sleep(20_000);
    const options = { ...(await order(world)), signer: lying(world.keypair, signature) };
    await ends(signAndSend(options), "unknown", "before this payment was built");
    await ends(signAndSend({ ...options, verify: false }), "unknown", "before this");
  });

  test("without verification checks only the slot and the fee payer", async ({ world }) => {
    const signer = {
      ...sendingWallet(world.keypair),
      sendTransaction: () => sends(world, world.keypair, stranger, 1_000_000),
    };
    const options = { ...(await order(world)), signer };
    await ends(signAndSend(options), "unknown", "does not make this payment");
    expect(await signAndSend({ ...(await order(world)), signer, verify: false })).toMatchObject({
      confirmationStatus: "confirmed",
    });
  });

  test("does not take one transaction for two payments", async ({ world }) => {
    const [first, second] = [await order(world), await order(world)];
    const sendTransaction = async () => (await signAndSend({ ...first, signer: world.wallet })).signature;
    const call = signAndSend({ ...second, signer: { ...world.wallet, sendTransaction } });
    await ends(call, "unknown", "it belongs to another payment");
  });
});
