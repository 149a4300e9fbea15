// Runs one client's steps against one chain, reports failures, and prints the counts on the last line.
import process from "node:process";
import { inspect } from "node:util";

/** Runs steps in order. A step may use the results of earlier steps. */
export class Steps {
  #passed = 0;
  #failed = 0;

  constructor(name) {
    this.name = name;
  }

  async step(name, run) {
    try {
      const value = await run();
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

/**
 * Resolves when the subscriptions that a web3.js Connection was asked for are active. The Connection makes them in the
 * background and does not say when: a node answers them in order, so the first slot comes after all of them.
 */
export async function subscribed(connection) {
  let id;
  await new Promise((resolve) => {
    id = connection.onSlotChange(resolve);
  });
  await connection.removeSlotChangeListener(id);
}
