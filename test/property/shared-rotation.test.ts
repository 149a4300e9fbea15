import fc from "fast-check";
import { RotationUncertainError } from "intent-tx";
import { expect, test } from "vitest";
import { forAllAsync } from "../for-all.js";
import { type Fate, FIRST, Process, Steps, World } from "./shared-rotation-harness.js";

const choices = fc.array(fc.nat(50), { minLength: 0, maxLength: 300 });
const fate = fc.record({
  dies: fc.option(fc.integer({ min: 1, max: 25 }), { nil: undefined }),
  loses: fc.option(fc.constant(1), { nil: undefined, freq: 8 }),
});
const fates = fc.array(fate, { minLength: 1, maxLength: 5 });
const RUNS = 100;
const worldOf = (replays = false, timeGoes = true) => new World(new Steps(), { replays }, timeGoes);
const processesOf = (world: World, count: number) => Array.from({ length: count }, () => new Process(world));

/** Checks the rules that hold for every interleaving. */
function checkOrder(world: World): void {
  expect(world.tokens).toEqual([...world.tokens].sort((a, b) => a - b));
  expect(new Set(world.tokens).size).toBe(world.tokens.length);
  world.used.forEach((record, index) => {
    expect(record.version).toBe(index + 1);
    const { issued } = world;
    const before = world.used[index - 1];
    if (before && record.previous) expect(record.previous.keyId).toBe(before.keyId);
    if (record.previous) expect(issued.get(record.previous.keyId)?.keyId).toBe(record.keyId);
  });
  expect(world.wronglyRevoked).toEqual([]);
}

async function race(world: World, processes: readonly Process[], order: readonly number[]): Promise<void> {
  for (const process of processes) void process.rotate();
  await world.steps.run(order);
  checkOrder(world);
}

/** Runs another process after all leases and waits have ended. It tries three times, as a rotator would. */
async function comeLater(world: World): Promise<Process> {
  const process = new Process(world);
  for (let tries = 0; tries < 3; tries++) {
    world.now += 120_000;
    void process.rotate();
    await world.steps.run([]);
    checkOrder(world);
  }
  return process;
}

test("one of several processes rotates, and all get the new key", async () => {
  await forAllAsync(RUNS, [fc.integer({ min: 1, max: 12 }), choices], async (count, order) => {
    const world = worldOf(false, false);
    const processes = processesOf(world, count);
    await race(world, processes, order);
    expect(world.calls).toBe(1);
    for (const { outcome } of processes) expect(outcome).toMatchObject({ keyId: "key_2", version: 2 });
    expect(world.state).toMatchObject({ fence: 1, record: { keyId: "key_2" } });
    expect(world.state.lease).toBeUndefined();
    expect(world.state.attempt).toBeUndefined();
  });
});

test("if the service replays responses, no crash or lost response loses the key or issues a second one", async () => {
  await forAllAsync(RUNS, [fates, choices], async (given: Fate[], order) => {
    const world = worldOf(true);
    const processes = given.map((one) => new Process(world, one));
    await race(world, processes, order);
    expect((await comeLater(world)).outcome).toMatchObject({ keyId: "key_2" });
    expect([...world.issued.keys()]).toEqual([FIRST.keyId]);
    expect(world.used.map(({ keyId }) => keyId)).toEqual(["key_1", "key_2"]);
    expect(world.revoked).toEqual([]);
  });
});

test("without replay, the key is lost only if no process gets the response, and the loss is reported, not retried", async () => {
  await forAllAsync(RUNS, [fates, choices], async (given: Fate[], order) => {
    const world = worldOf();
    const processes = given.map((one) => new Process(world, one));
    await race(world, processes, order);
    const { calls } = world;
    const later = await comeLater(world);
    expect(world.issued.size).toBe(1);
    if (world.state.record?.keyId === "key_2") {
      expect(later.outcome).toMatchObject({ keyId: "key_2" });
    } else {
      const unhurt = given.every(({ dies, loses }) => dies === undefined && loses === undefined);
      expect(unhurt).toBe(false);
      expect(later.outcome).toBeInstanceOf(RotationUncertainError);
      expect(world.calls - calls).toBeLessThanOrEqual(1);
      const asked = world.calls;
      await comeLater(world);
      expect(world.calls).toBe(asked);
    }
  });
});

test("a key saved manually during a rotation stays, and the issued key is revoked", async () => {
  await forAllAsync(RUNS, [fc.integer({ min: 1, max: 5 }), choices], async (count, order) => {
    const world = worldOf();
    const processes = processesOf(world, count);
    const person = new Process(world);
    const mine = { keyId: "key_mine", key: "svc_live_mine", createdAt: "2026-04-01T00:00:00Z" };
    let refused: unknown;
    void person.rotation.save({ ...mine, version: 1 }, false).catch((error) => {
      refused = error;
    });
    await race(world, processes, order);
    const ids = world.used.map(({ keyId }) => keyId);
    if (refused) {
      expect(refused).toMatchObject({ name: "StaleKeyError", keyId: "key_2", version: 2 });
      expect(ids).toEqual(["key_1", "key_2"]);
    } else {
      expect(ids).toEqual(["key_1", "key_mine"]);
      if (world.issued.size > 0) expect(new Set(world.revoked)).toEqual(new Set(["key_2"]));
    }
  });
});

test("a process killed after the key was stored causes no loss", async () => {
  const died = fc.array(fc.record({ diesChecking: fc.boolean() }), { minLength: 1, maxLength: 5 });
  await forAllAsync(RUNS, [died, choices], async (fates: Fate[], order) => {
    const world = worldOf();
    const processes = fates.map((one) => new Process(world, one));
    await race(world, processes, order);
    expect((await comeLater(world)).outcome).toMatchObject({ keyId: "key_2" });
    expect(world.issued.size).toBe(1);
  });
});

test("an outdated process neither restores its old key nor revokes one in use", async () => {
  await forAllAsync(
    RUNS,
    [fc.boolean(), fc.integer({ min: 2, max: 4 }), choices],
    async (replays, count, order) => {
      const world = worldOf(replays);
      const processes = processesOf(world, count);
      for (const process of processes)
        void process
          .rotate("key_1")
          .then(() => process.rotate("key_2"))
          .then(() => process.rotate("key_3"));
      await world.steps.run(order);
      checkOrder(world);
      expect(world.used.map(({ keyId }) => keyId)).toEqual(["key_1", "key_2", "key_3", "key_4"]);
      expect(world.revoked).toEqual([]);
    },
  );
});

test("a process that does not wait leaves the rotation to the one in progress", async () => {
  await forAllAsync(RUNS, [fc.integer({ min: 1, max: 8 }), choices], async (count, order) => {
    const world = worldOf(false, false);
    const processes = processesOf(world, count);
    for (const process of processes) void process.rotate(FIRST.keyId, false);
    await world.steps.run(order);
    expect(world.calls).toBe(1);
    expect(world.waits).toBe(0);
    for (const { outcome, hasEnded } of processes) {
      expect(hasEnded).toBe(true);
      if (outcome) expect(outcome).toMatchObject({ keyId: "key_2" });
    }
    expect(processes.some(({ outcome }) => outcome)).toBe(true);
  });
});

test("if the store loses the key, the process that has it stores it again", async () => {
  const world = worldOf();
  const process = new Process(world);
  const before = structuredClone(world.state);
  let checks = 0;
  const check = async () => {
    expect(world.state.issued).toMatchObject({ keyId: "key_2" });
    if (checks++ > 0) return;
    // A failover restores the state from before the rotation.
    world.state = before;
    world.revision++;
    throw new Error("no answer");
  };
  const outcome = process.rotation.rotate(FIRST.keyId, { ...process.service, check }, true);
  await world.steps.run([]);
  expect(await outcome).toMatchObject({ keyId: "key_2", version: 2 });
  expect(world.calls).toBe(1);
});

test("a lease that is not renewed lasts as long as the reading process allows", async () => {
  for (const renewedAt of [1_000_000, 5_000_000]) {
    const world = worldOf();
    world.state = { ...world.state, fence: 7, lease: { token: 7, renewedAt } };
    const process = new Process(world);
    void process.rotate();
    await world.steps.run([]);
    expect(process.outcome).toMatchObject({ keyId: "key_2" });
    expect(world.waits > 0).toBe(renewedAt === 1_000_000);
    expect(world.now).toBeLessThan(1_000_000 + 10_000);
  }
});
