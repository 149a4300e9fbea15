// Compares a ledger that caches runs with a ledger that repeats each run. Their responses must be equal.
import fc from "fast-check";
import { beforeAll, expect, test, vi } from "vitest";
import { solTransfer } from "../../mock-server/src/formats/instructions.js";
import { forAllAsync } from "../for-all.js";
import type { ledgerSetup } from "../server/ledger/harness.js";

type Setup = Awaited<ReturnType<typeof ledgerSetup>>;
type MakeSetup = typeof ledgerSetup;

const made: { remembering?: MakeSetup; forgetful?: MakeSetup } = {};

beforeAll(async () => {
  made.remembering = (await import("../server/ledger/harness.js")).ledgerSetup;
  vi.resetModules();
  vi.doMock("../../mock-server/src/kernel/memo.js", () => ({
    perText: (_most: number, make: unknown) => make,
    perObject: (make: unknown) => make,
    once: (make: unknown) => make,
  }));
  made.forgetful = (await import("../server/ledger/harness.js")).ledgerSetup;
});

/** Transactions that the steps choose from. Each is created once, so that the steps resend the same bytes. */
async function transactions({ ledger, alice, bob, sign, tokenTransfer }: Setup): Promise<Uint8Array[]> {
  const { address } = alice;
  const wires = [
    await sign(alice, solTransfer(address, bob.address, 5_000_000n)),
    await sign(alice, ...tokenTransfer(address, bob.address, "USDC", 5n)),
    await sign(alice, ...tokenTransfer(address, bob.address, "BONK", 10n ** 15n)),
    await sign(bob, solTransfer(bob.address, address, 10n ** 10n)),
    await sign(bob, solTransfer(bob.address, address, 10n ** 18n)),
  ];
  // The message of the first transaction, with an invalid signature.
  const forged = Uint8Array.from(wires[0]!);
  forged[7]! ^= 1;
  const unsigned = Uint8Array.from(wires[1]!);
  unsigned.fill(0, 1, 65);
  expect((await ledger.simulate(wires[1]!)).err).toBeNull();
  return [...wires, forged, unsigned];
}

/** A world with chain faults that the steps turn on and off. */
async function world(make: MakeSetup, seed: string) {
  const faults = { expired: false, held: false };
  const setup = await make({
    seed,
    faults: {
      any: true,
      atSend: () => undefined,
      unsigned: () => false,
      expired: () => faults.expired,
      expiredAtBuild: () => false,
      holdAtProcessed: () => faults.held && { forMs: 800 },
    },
  });
  const held = setup.state.snapshot();
  return { ...setup, faults, held, wires: await transactions(setup) };
}

type World = Awaited<ReturnType<typeof world>>;
type Step = (world: World) => unknown;

const which = fc.nat({ max: 6 });
const commitment = fc.constantFrom("processed" as const, "confirmed" as const, "finalized" as const);
/** Simulations are the most frequent step, because only a repeated simulation in an unchanged state uses the cache. */
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({ at: which, sigVerify: fc.boolean(), replace: fc.boolean(), inner: fc.boolean() })
      .map(({ at, sigVerify, replace, inner }): Step => {
        const replaceRecentBlockhash = replace && !sigVerify;
        const options = { sigVerify, replaceRecentBlockhash, innerInstructions: inner };
        return ({ ledger, wires }) => ledger.simulate(wires[at]!, options);
      }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ at: which, skipPreflight: fc.boolean() }).map(
      ({ at, skipPreflight }): Step =>
        ({ ledger, wires }) =>
          ledger.send(wires[at]!, { skipPreflight }),
    ),
  },
  fc.record({ lamports: fc.bigInt(1n, 10n ** 10n), usdc: fc.bigInt(0n, 10n ** 6n) }).map(
    ({ lamports, usdc }): Step =>
      ({ ledger, alice, token }) =>
        ledger.fund(alice.address, { lamports, tokens: new Map([[token("USDC").mint, usdc]]) }),
  ),
  fc.record({ lamports: fc.bigInt(0n, 10n ** 11n), whose: fc.boolean() }).map(
    ({ lamports, whose }): Step =>
      async ({ ledger, alice, bob }) => {
        const { address } = whose ? alice : bob;
        const [account] = await ledger.accounts([address]);
        await ledger.setAccount(address, account && { ...account, lamports });
      },
  ),
  fc.nat({ max: 70_000 }).map(
    (ms): Step =>
      ({ clock }) =>
        clock.advance(ms),
  ),
  fc.constantFrom("expired" as const, "held" as const).map(
    (name): Step =>
      ({ faults }) => {
        faults[name] = !faults[name];
      },
  ),
  commitment.map(
    (one): Step =>
      ({ ledger, alice, bob }) =>
        ledger.at(one).accounts([alice.address, bob.address]),
  ),
  fc.constant<Step>(({ state, clock, held }) => {
    clock.restore({ now: Date.UTC(2026, 0, 1), running: false });
    state.restore(held);
  }),
);

async function answerOf(step: Step, of: World): Promise<string> {
  const written = (_key: string, value: unknown) => {
    if (typeof value === "bigint") return `${value}n`;
    return value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value;
  };
  try {
    return JSON.stringify(await step(of), written) ?? "nothing";
  } catch (error) {
    return `${String(error)} ${JSON.stringify((error as { simulated?: unknown }).simulated, written)}`;
  }
}

test("ledgers with and without a cache return the same responses after any simulations, transactions, funding and clock changes", async () => {
  await forAllAsync(
    3,
    [fc.array(fc.record({ step, second: fc.boolean() }), { minLength: 20, maxLength: 40 })],
    async (steps) => {
      const [remembering, forgetful] = await Promise.all(
        [made.remembering!, made.forgetful!].map((make) =>
          Promise.all([world(make, "first"), world(make, "second")]),
        ),
      );
      for (const { step, second } of steps) {
        const [one, other] = [remembering!, forgetful!].map((worlds) => worlds[second ? 1 : 0]!);
        expect(await answerOf(step, one!)).toBe(await answerOf(step, other!));
      }
    },
  );
});
