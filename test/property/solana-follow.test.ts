// Sending over nodes that lag, drop what they take, break and lose answers: whatever they do, an end that allows another
// order is told only when nothing can land any more.
import bs58 from "bs58";
import * as fc from "fast-check";
import { ConfigurationError } from "intent-tx";
import {
  type SolanaConnection,
  signAndSend,
  TransactionExpiredError,
  TransactionFailedError,
  TransactionUnconfirmedError,
} from "intent-tx/solana";
import { expect, test } from "vitest";
import { alice, built, sample } from "../sdk/solana-cluster.js";

const BORN = 1000;
const LAST_VALID = BORN + 150;

/** The fate of one call, drawn in advance. */
const call = fc.record({
  /** Blocks that the asked node is behind. */
  lag: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 3 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 149 }) },
  ),
  fails: fc.oneof({ weight: 8, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
});
const sending = fc.record({
  how: fc.constantFrom("takes", "takes", "drops", "loses the answer", "is behind", "is not there"),
  /** Blocks until it lands, if the node passes it on. */
  delay: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 200 })),
});

/** A cluster of many nodes behind one address, with the truth of what was passed on. */
class Nodes implements SolanaConnection {
  height = BORN + 5;
  passedOn = false;
  #landsAt = Number.POSITIVE_INFINITY;
  #asked = 0;
  #sent = 0;
  readonly clock = { sleep: async () => void this.height++ };

  constructor(
    private readonly calls: readonly { lag: number; fails: boolean }[],
    private readonly sends: readonly { how: string; delay: number }[],
    private readonly failsOnChain: boolean,
  ) {}

  get landed(): boolean {
    return this.#landsAt <= this.height;
  }

  get mayLand(): boolean {
    return (
      this.passedOn && !this.landed && (this.#landsAt < Number.POSITIVE_INFINITY || this.height <= LAST_VALID)
    );
  }

  /** How far the node is that this call reaches. */
  #node(): number {
    const next = this.calls[this.#asked++ % this.calls.length]!;
    if (next.fails) throw new TypeError("socket hang up");
    return this.height - next.lag;
  }

  #known(height: number): boolean {
    return height >= BORN && height <= LAST_VALID;
  }

  async sendRawTransaction(bytes: Uint8Array, { skipPreflight = false } = {}): Promise<string> {
    const { how, delay } = this.sends[this.#sent++ % this.sends.length]!;
    if (how === "is not there")
      throw Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED" } });
    if (how === "is behind") throw Object.assign(new Error("Node is behind"), { code: -32005 });
    const at = this.#node();
    if (!skipPreflight && !this.#known(at))
      throw Object.assign(new Error("Transaction simulation failed: Blockhash not found"), { code: -32002 });
    if (how !== "drops" && !this.landed) {
      this.passedOn = true;
      if (this.height + delay <= LAST_VALID) this.#landsAt = Math.min(this.#landsAt, this.height + delay);
    }
    if (how === "loses the answer") throw new TypeError("socket hang up");
    return bs58.encode(bytes.subarray(1, 65));
  }

  async getSignatureStatuses() {
    const at = this.#node();
    const err = this.failsOnChain ? { InstructionError: [0, { Custom: 1 }] } : null;
    const status = { slot: this.#landsAt, err, confirmationStatus: "finalized" as const };
    return { context: { slot: at }, value: [this.#landsAt <= at ? status : null] };
  }

  async isBlockhashValid() {
    const at = this.#node();
    return { context: { slot: at }, value: this.#known(at) };
  }

  async getBlockHeight() {
    return this.#node();
  }
}

test("another order is allowed only when this one can land no more", async () => {
  const ends = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(call, { minLength: 1, maxLength: 60 }),
      fc.array(sending, { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      async (calls, sends, failsOnChain) => {
        const connection = new Nodes(calls, sends, failsOnChain);
        const end = await signAndSend({
          ...{ intent: sample.intent, built, signer: alice, connection, clock: connection.clock },
          pollInterval: 1000,
        }).catch((error: unknown) => error);
        const { landed, mayLand, passedOn } = connection;
        ends.add(end instanceof Error ? end.name : "landed");
        if (end instanceof TransactionExpiredError)
          expect({ landed, mayLand }).toEqual({ landed: false, mayLand: false });
        else if (end instanceof ConfigurationError) expect(passedOn).toBe(false);
        else if (end instanceof TransactionFailedError)
          expect(end.stage === "executed" ? landed && failsOnChain : !passedOn).toBe(true);
        else if (!(end instanceof TransactionUnconfirmedError))
          expect({ ...(end as object), landed, failsOnChain }).toMatchObject({
            landed: true,
            failsOnChain: false,
          });
      },
    ),
    { numRuns: 200, seed: 20_261_122 },
  );
  // All of them come about: otherwise it would prove nothing.
  expect(ends.size).toBe(5);
});
