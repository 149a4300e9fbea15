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
    if (error instanceof UnsafeTransactionError) return error;
    if (isPaymentError(error) && error.outcome === "not-sent") return "stopped";
    throw error;
  }
};

test("every attack works without the guard, and not with it", async () => {
  for (const { name, command, first = [], next = [], last = [], known, refused } of attacks) {
    const swap = swaps.get(command)!;
    const transaction = swap.attacked(first, next, last, 0, known);
    expect([name, await unguarded(world, transaction)]).toEqual([name, null]);
    const outcome = await outcomeOf(swap, transaction);
    if (refused === undefined) expect([name, outcome]).toEqual([name, "stopped"]);
    else expect(String(outcome)).toMatch(refused);
  }
});

test("the swap without an attack is paid, unless a delegate could take its output next", async () => {
  for (const [command, swap] of swaps) {
    const outcome = await outcomeOf(swap, swap.attacked([], []));
    if (command.endsWith("KITE")) expect(String(outcome)).toMatch(/permanent delegate/);
    else expect(outcome).toBe("landed");
  }
});

test("an exact output is paid from SOL, of which the wallet wraps the most that the swap may take", async () => {
  const swap = await swapOf(world, "buy 5 USDC with SOL");
  const amount = swap.intent.route!.outAmount;
  await pay(world, swap, swap.attacked([], []), true, { side: "output", amount });
});

const [SEEDS, RUNS] = SCALE === 1 ? [[0], 150] : [Array.from({ length: 10 }, (_, i) => i + 1), 500];

test.each(SEEDS)(`${RUNS} mixtures keep to the effects or change nothing, seed %i`, async (seed) => {
  const dice = random(20_261_128 + seed);
  const pick = <T>(list: readonly T[]): T => list[dice(list.length)] as T;
  const outcomes = { landed: 0, stopped: 0, refused: 0 };
  // A refused attack hides what the guards do with the others.
  const guarded = attacks.filter(({ refused }) => refused === undefined);
  const commands = [...new Set(guarded.map(({ command }) => command))];
  for (let run = 0; run < RUNS; run++) {
    // The blockhash of a built transaction expires.
    if (run % 50 === 0) for (const command of swaps.keys()) swaps.set(command, await swapOf(world, command));
    const command = pick(commands);
    const swap = swaps.get(command)!;
    const chosen = Array.from({ length: 1 + dice(3) }, () =>
      pick((dice(8) === 0 ? attacks : guarded).filter((one) => one.command === command)),
    );
    // A little of the output, or of lamports, may stay within the effects.
    const little = dice(3) === 0 ? [] : [littleOf(world, command, 1n + BigInt(dice(2 ** 31)))];
    const calls = (part: "first" | "next" | "last") =>
      dice(4) === 0 ? [] : chosen.flatMap((one) => one[part] ?? []);
    const before = await holdings(world);
    const transaction = swap.attacked(calls("first"), [...calls("next"), ...little], calls("last"), run + 1);
    const outcome = await outcomeOf(swap, transaction);
    outcomes[typeof outcome === "string" ? outcome : "refused"]++;
    expectEffects(before, await holdings(world), outcome === "landed" ? swap : undefined);
  }
  console.info(`seed ${seed}: ${JSON.stringify(outcomes)}`);
  expect(outcomes.landed).toBeGreaterThan(0);
  expect(outcomes.stopped).toBeGreaterThan(outcomes.refused);
});
