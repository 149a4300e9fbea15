// Apps that pay one order: 1 SOL to RECIPIENT.
import type { Ending, ExploredApp, Life } from "@intent-tx/mock-server/explore";
import { Keypair, VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import { intentTools } from "intent-tx/ai";
import {
  confirm,
  execute,
  isPaymentError,
  KeyValueJournal,
  MemoryJournal,
  type PaymentJournal,
  preview,
  previewCodec,
  signAndSend,
  submit,
  type TransactionToSend,
  verifyAndSign,
} from "intent-tx/solana";

const LAMPORTS = 1_000_000_000;
const RECIPIENT = Keypair.fromSeed(new Uint8Array(32).fill(9)).publicKey;
const COMMAND = `send 1 SOL to ${RECIPIENT.toBase58()}`;
const ORDER = "order 17";

const signerOf = ({ server }: Pick<Life<unknown>, "server">) =>
  Keypair.fromSecretKey(bs58.decode(server.wallets.alice.secretKey));

const outcomeOf = (error: unknown) => (isPaymentError(error) ? error.outcome : undefined);

/** Waits and tries again while the outcome is not final, as a queue would. */
async function untilFinal<T>({ server }: Life<unknown>, attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === 30 || outcomeOf(error) === "failed") throw error;
      await server.clock.sleep(10_000);
    }
  }
}

/** The recipient got the order once, or at most once if the app gave up. */
export async function paidOnce({ connection, ended }: Ending<unknown>): Promise<void> {
  const paid = await connection.getBalance(RECIPIENT);
  if (ended.how === "returned" ? paid === LAMPORTS : paid === 0 || paid === LAMPORTS) return;
  throw new Error(`the app ${ended.how}, and the recipient got ${paid / LAMPORTS} SOL`);
}

const pay = (life: Life<unknown>, journal: PaymentJournal) => {
  const { client, connection, server } = life;
  const order = { command: COMMAND, journal, paymentId: ORDER, approve: () => true };
  return untilFinal(life, () =>
    execute({ client, connection, signer: signerOf(life), clock: server.clock, ...order }),
  );
};

const storageOf = ({ disk }: Life<unknown>) => new KeyValueJournal(disk);

/** Builds, signs, and stores the row; `pay` then sends it. After a crash, the row tells what to look up. */
async function stepByStep(
  life: Life<unknown>,
  send: (
    order: Parameters<typeof verifyAndSign>[0],
    store: (row: TransactionToSend) => Promise<void>,
  ) => Promise<unknown>,
) {
  const { client, connection, server, disk } = life;
  const { clock } = server;
  const signer = signerOf(life);
  const walletAddress = server.wallets.alice.address;
  await untilFinal(life, async () => {
    if (disk.getItem("done") !== null) return;
    const row = disk.getItem(ORDER);
    let own = row ?? undefined;
    try {
      if (row !== null) {
        const { signature, ...stored } = JSON.parse(row) as TransactionToSend;
        await confirm(signature, { ...stored, connection, clock });
      } else {
        const intent = await client.intents.parse({ walletAddress, command: COMMAND });
        const built = await client.transactions.build({ intentId: intent.intentId, walletAddress });
        await send({ intent, built, signer }, async (signed) => {
          const text = JSON.stringify(signed);
          if (!(await disk.compareAndSet(ORDER, undefined, text)))
            throw new Error("Another worker has the order.");
          own = text;
        });
      }
      disk.setItem("done", "yes");
    } catch (error) {
      // By then, another worker may have stored a transaction of its own.
      if (["expired", "not-sent", "failed"].includes(outcomeOf(error) ?? ""))
        await disk.compareAndSet(ORDER, own, undefined);
      throw error;
    }
  });
}

/** Apps that must never pay twice. */
export const SOUND: Readonly<Record<string, ExploredApp<MemoryJournal>>> = {
  "execute with MemoryJournal": { run: (life) => pay(life, life.state) },
  "execute with KeyValueJournal": { run: (life) => pay(life, storageOf(life)) },
  "execute with preview and accept": {
    run: (life) =>
      untilFinal(life, async () => {
        const { client, connection, server, disk } = life;
        const { address: walletAddress } = server.wallets.alice;
        const shown = disk.getItem("shown");
        const { clock } = server;
        const offer =
          shown === null
            ? await preview({ client, walletAddress, command: COMMAND, clock })
            : previewCodec.decode(JSON.parse(shown));
        // The user accepts; the web server has stored what was shown.
        disk.setItem("shown", JSON.stringify(previewCodec.encode(offer)));
        const { intent, effects: accept } = offer;
        const order = { intent, accept, journal: storageOf(life), paymentId: ORDER };
        return execute({ client, connection, signer: signerOf(life), clock, ...order });
      }),
  },
  "signAndSend with onSigned": {
    run: (life) =>
      stepByStep(life, (order, onSigned) => {
        const { connection, server } = life;
        return signAndSend({ ...order, connection, clock: server.clock, onSigned });
      }),
  },
  "verifyAndSign, submit and confirm": {
    run: (life) =>
      stepByStep(life, async (order, store) => {
        const { connection, server } = life;
        const bytes = await verifyAndSign(order);
        const { recentBlockhash } = VersionedTransaction.deserialize(bytes).message;
        const { context, value } = await connection.isBlockhashValid(recentBlockhash);
        // Without validAt, its expiry could never be proved.
        if (!value) throw new Error("The blockhash is not valid. Nothing was sent: build again.");
        const row = {
          signature: bs58.encode(bytes.subarray(1, 65)),
          transaction: Buffer.from(bytes).toString("base64"),
          genesisHash: await connection.getGenesisHash(),
          validAt: context.slot,
        };
        await store(row);
        await submit(bytes, { connection });
        await confirm(row.signature, { ...row, connection, clock: server.clock, resend: true });
      }),
  },
  "the agent's pay": {
    run: (life) => {
      const { client, connection, server } = life;
      const { clock, wallets } = server;
      const tools = intentTools(client, {
        walletAddress: wallets.alice.address,
        connection,
        signer: signerOf(life),
        approve: () => true,
        journal: storageOf(life),
        clock,
      });
      return untilFinal(life, async () => {
        const answer = await tools.pay.execute({ command: COMMAND }, { toolCallId: ORDER });
        if (!answer.ok) throw new Error(answer.message);
      });
    },
  },
};

const wait = async ({ connection, server }: Life<unknown>, signature: string) => {
  for (let tries = 0; tries < 30; tries++) {
    const { value } = await connection.getSignatureStatuses([signature]);
    if (value[0]?.confirmationStatus === "confirmed") return;
    await server.clock.sleep(1000);
  }
  throw new Error("not confirmed");
};

/** Apps that pay twice under some fault. */
export const UNSOUND: Readonly<Record<string, ExploredApp<MemoryJournal>>> = {
  "builds, signs and sends again after any error": {
    run: (life) =>
      untilFinal(life, async () => {
        const { client, server, connection } = life;
        const walletAddress = server.wallets.alice.address;
        const { intentId } = await client.intents.parse({ walletAddress, command: COMMAND });
        const { transaction } = await client.transactions.build({ intentId, walletAddress });
        const signed = VersionedTransaction.deserialize(Buffer.from(transaction, "base64"));
        signed.sign([signerOf(life)]);
        await wait(life, await connection.sendRawTransaction(signed.serialize()));
      }),
  },
  "forgets its journal at a crash": { run: (life) => pay(life, new MemoryJournal()) },
  "a journal whose claim stores nothing": {
    run: (life) => {
      const journal = storageOf(life);
      const lax: PaymentJournal = {
        get: (id) => journal.get(id),
        claim: async () => undefined,
        update: async () => true,
        open: () => journal.open(),
      };
      return pay(life, lax);
    },
  },
};

export const journalOf = () => new MemoryJournal();
