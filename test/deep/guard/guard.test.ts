import { isPaymentError, UnsafeTransactionError } from "intent-tx/solana";
import { beforeAll, expect, test } from "vitest";
import { random } from "../random.js";
import { SCALE } from "../scale.js";
import { type Attack, attacksOn, littleOf } from "./attacks.js";
import { expectEffects, holdings } from "./holdings.js";
import { hostileWorld, pay, type Swap, swapOf, unguarded, type World } from "./hostile.js";

let world: World;
let attacks: Attack[];
const swaps = new Map<string, Swap>();

beforeAll(async () => {
  world = await hostileWorld();
  attacks = await attacksOn(world);
  for (const command of new Set(attacks.map((one) => one.command)))
    swaps.set(command, await swapOf(world, command));
});

const outcomeOf = async (swap: Swap, transaction: string) => {
  try {
    await pay(world, swap, transaction);
    return "landed";
  } catch (error) {
    if (error instanceof UnsafeTransactionError) return "refused";
    if (isPaymentError(error) && error.outcome === "not-sent") return "stopped";
    throw error;
  }
};

/** Attacks that the static rules refuse, because no guard on the wallet's accounts could see them. */
const REFUSED = [
  "spends as delegate",
  "mints as mint authority",
  "withdraws from a nonce account",
  "takes lamports at an address with a seed",
];

test("every attack works without the guard, and not with it", async () => {
  for (const { name, command, first = [], next = [], last = [] } of attacks) {
    const swap = swaps.get(command)!;
    const transaction = swap.attacked(first, next, last);
    expect([name, await unguarded(world, transaction), await outcomeOf(swap, transaction)]).toEqual([
      ...[name, null, REFUSED.includes(name) ? "refused" : "stopped"],
    ]);
  }
});

test("the swap without an attack is paid", async () => {
  for (const swap of swaps.values()) expect(await outcomeOf(swap, swap.attacked([], []))).toBe("landed");
});

const RUNS = SCALE === 1 ? 150 : 5000;

test(`${RUNS} mixtures of attacks leave the wallet with the effects or stop the transaction`, async () => {
  const dice = random(20_261_128);
  const pick = <T>(list: readonly T[]): T => list[dice(list.length)] as T;
  const outcomes = { landed: 0, stopped: 0, refused: 0 };
  for (let run = 0; run < RUNS; run++) {
    const command = pick([...swaps.keys()]);
    const swap = swaps.get(command)!;
    const known = attacks.filter((one) => one.command === command);
    const chosen = Array.from({ length: 1 + dice(3) }, () => pick(known));
    // A little of the output, or of lamports, may stay within the effects.
    const little = dice(3) === 0 ? [] : [littleOf(world, command, 1n + BigInt(dice(2 ** 31)))];
    const calls = (part: "first" | "next" | "last") =>
      dice(4) === 0 ? [] : chosen.flatMap((one) => one[part] ?? []);
    const before = await holdings(world);
    const transaction = swap.attacked(calls("first"), [...calls("next"), ...little], calls("last"), run + 1);
    const outcome = await outcomeOf(swap, transaction);
    outcomes[outcome]++;
    expectEffects(before, await holdings(world), outcome === "landed" ? swap : undefined);
  }
  expect(outcomes.landed).toBeGreaterThan(0);
  expect(outcomes.stopped).toBeGreaterThan(outcomes.refused);
});
