// Runs one client's steps against one chain, reports failures, and prints the counts on the last line.
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";

/** Milliseconds after which a step fails, so that a run names the step that waits in vain. */
const STEP_MS = 600_000;

/** Runs steps in order. A step may use the results of earlier steps. */
export class Steps {
  #passed = 0;
  #failed = 0;

  constructor(name) {
    this.name = name;
  }

  async step(name, run) {
    try {
      const late = sleep(STEP_MS).then(() => expect(false, `an end within ${STEP_MS} ms`));
      const value = await Promise.race([run(), late]);
      this.#passed++;
      return value;
    } catch (error) {
      this.#failed++;
      // Libraries also throw plain objects.
      console.error(`  ${this.name}: ${name}: ${inspect(error, { depth: 6 })}`);
      return undefined;
    }
  }

  end() {
    console.log(`${this.#passed} passed, ${this.#failed} failed`);
    process.exit(this.#failed > 0 ? 1 : 0);
  }
}

export const RPC_URL = process.env.CHAIN_RPC_URL ?? "";
export const WS_URL = process.env.CHAIN_WS_URL ?? "";
/** Base58 of the 64-byte secret key of a wallet with SOL. */
export const SECRET = process.env.CHAIN_WALLET_SECRET ?? "";
/** Address of the USDC mint, base58. */
export const USDC = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";

export function expect(condition, what) {
  if (!condition) throw new Error(`expected: ${what}`);
}

/** The first notification of a subscription, and the id of the subscription. */
export function listen(subscribe) {
  const first = {};
  first.notified = new Promise((resolve) => {
    first.id = subscribe(resolve);
  });
  return first;
}

/** Reads until there is a value: a validator writes its history shortly after it confirms a transaction. */
export async function eventually(read) {
  for (;;) {
    const value = await read();
    if (value) return value;
    await sleep(100);
  }
}

/**
 * Resolves when the subscriptions that a web3.js Connection was asked for are active. The Connection makes them in the
 * background and does not say when: a node answers them in order, so the first slot comes after all of them.
 */
export async function subscribed(connection) {
  const { id, notified } = listen((resolve) => connection.onSlotChange(resolve));
  await notified;
  await connection.removeSlotChangeListener(id);
}
