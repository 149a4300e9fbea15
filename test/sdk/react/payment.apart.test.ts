// The hook without a DOM: React's hooks are replaced by ones of a single component. `test/browser/react` shows it in a page.
import { ed25519 } from "@noble/curves/ed25519";
import type { UsePaymentOptions, UsePaymentResult } from "intent-tx/react";
import type { PaymentRecord } from "intent-tx/solana";
import { describe, expect, vi } from "vitest";
import { rejection } from "../harness.js";
import { record } from "../pay/record.js";
import { type setup, test } from "../pay/setup.js";
import { settled } from "../rotation/rotation-harness.js";

const react = vi.hoisted(() => {
  type Ended = (() => void) | undefined;
  interface Hook {
    value?: unknown;
    deps?: readonly unknown[] | undefined;
    run?: () => unknown;
    end?: unknown;
  }
  let hooks: Hook[] = [];
  let at = 0;
  const effects: Hook[] = [];
  const insertions: (() => void)[] = [];
  let child: () => void;
  let render = () => {};
  const next = () => (hooks[at++] ??= {});
  const isSame = (one: Hook, deps?: readonly unknown[]) => {
    const known = one.deps;
    one.deps = deps;
    return deps?.every((dep, i) => Object.is(dep, known?.[i])) ?? false;
  };
  const effect = (run: Hook["run"], deps?: readonly unknown[]) => {
    const one = next();
    if (one.run && isSame(one, deps)) return;
    effects.push(Object.assign(one, { run, deps }));
  };
  return {
    hooks: {
      useState(make: () => unknown) {
        const one = next();
        one.value ??= make();
        return [one.value];
      },
      useCallback(call: unknown, deps: readonly unknown[]) {
        const one = next();
        if (!isSame(one, deps)) one.value = call;
        return one.value;
      },
      useEffect: effect,
      useInsertionEffect: (run: () => void) => void insertions.push(run),
      useSyncExternalStore(subscribe: (listener: () => void) => () => void, read: () => unknown) {
        effect(() => subscribe(() => render()), [subscribe]);
        return read();
      },
    },
    start(body: () => void, inChild: () => void) {
      hooks = [];
      child = inChild;
      let isRendering = false;
      let isDue = false;
      render = () => {
        isDue = true;
        if (isRendering) return;
        isRendering = true;
        while (isDue) {
          isDue = false;
          at = 0;
          body();
          for (const run of insertions.splice(0)) run();
          child();
          for (const one of effects.splice(0)) {
            (one.end as Ended)?.();
            one.end = one.run?.();
          }
        }
        isRendering = false;
      };
      render();
    },
    render: () => render(),
    unmount() {
      for (const one of hooks) (one.end as Ended)?.();
    },
    /** As StrictMode does. */
    remount() {
      for (const one of hooks) (one.end as Ended)?.();
      for (const one of hooks) one.end = one.run?.();
      render();
    },
  };
});
vi.mock("react", async (original) => ({ ...(await original<object>()), ...react.hooks }));
const { usePayment } = await import("intent-tx/react");

type World = Awaited<ReturnType<typeof setup>>;

const COMMAND = "send 0.5 SOL to bob.sol";
const ORDER = { command: COMMAND, paymentId: "order-1" };

/** A component that uses the hook, and the states that it showed. */
function mount(
  { client, connection, journal, clock, keypair }: World,
  more: Partial<UsePaymentOptions> = {},
  /** An effect of a child component, which runs before those of the hook. */
  inChild: (now: UsePaymentResult) => void = () => {},
) {
  const states: string[] = [];
  const errors: string[] = [];
  const hook = {
    options: { client, connection, journal, clock, signer: keypair, ...more },
    now: undefined as unknown as UsePaymentResult,
    states,
    errors,
    until: (state: string) =>
      vi.waitFor(() => expect(hook.now.state).toBe(state), { timeout: 60_000, interval: 2 }),
  };
  react.start(
    () => {
      hook.now = usePayment(hook.options);
      const { state, error } = hook.now;
      if (states.at(-1) !== state) states.push(state);
      if (error && errors.at(-1) !== error.message) errors.push(error.message);
    },
    () => inChild(hook.now),
  );
  return hook;
}

test("a payment is shown, approved, signed once and landed, however often its buttons are clicked", async ({
  world,
}) => {
  const { server } = world;
  const hook = mount(world);
  react.remount();
  const { pay, reject } = hook.now;
  await hook.until("idle");
  pay(ORDER);
  await hook.until("approving");
  expect(hook.now).toMatchObject({ paymentId: "order-1", intent: { action: "transfer" } });
  expect(hook.now.effects?.spendAtMost[0]?.amount).toBe(500_000_000n);
  pay(ORDER);
  expect(() => pay({ ...ORDER, paymentId: "order-2" })).toThrow(/Payment order-1 is under way/);
  const { approve } = hook.now;
  approve();
  expect(hook.now.state).toBe("approving");
  for (const click of [approve, hook.now.approve, reject]) click();
  await hook.until("landed");
  expect(hook.states).toEqual(["idle", "preparing", "approving", "signing", "sending", "landed"]);
  expect(hook.now).toMatchObject({ receipt: { attempts: 1 }, error: undefined });
  expect([hook.now.pay, hook.now.reject]).toEqual([pay, reject]);
  pay(ORDER);
  expect(hook.now).toMatchObject({ state: "preparing", effects: undefined, receipt: undefined });
  await hook.until("landed");
  expect(server.requests.list({ rpcMethod: "sendTransaction" })).toHaveLength(1);
});

test("a click on effects that are no longer shown approves nothing", async ({ world }) => {
  const { server, clock } = world;
  const hook = mount(world);
  hook.now.pay(ORDER);
  await hook.until("approving");
  const { approve, effects } = hook.now;
  // The intent expires, so the command is parsed again.
  await clock.sleep(660_000);
  approve();
  const shown = () => [hook.now.state, hook.now.effects === effects];
  await vi.waitFor(() => expect(shown()).toEqual(["approving", false]), 60_000);
  approve();
  await clock.sleep(1);
  expect(hook.now.state).toBe("approving");
  hook.now.reject();
  await hook.until("failed");
  expect(hook.now.error?.name).toBe("ApprovalDeclinedError");
  expect(server.requests.list({ rpcMethod: "sendTransaction" })).toEqual([]);
});

test("unmounting rejects what is not approved; an approved payment goes on", async ({ world }) => {
  const { journal, client } = world;
  const get = vi.spyOn(journal, "get");
  const build: typeof client.transactions.build = (...order) => {
    react.unmount();
    return client.transactions.build(...order);
  };
  const hook = mount(world, { client: { intents: client.intents, transactions: { build } } as never });
  hook.now.pay(ORDER);
  // The second read is that of a call that ends.
  await vi.waitFor(() => expect(get).toHaveBeenCalledTimes(2), 60_000);
  react.remount();
  await hook.until("failed");
  hook.options = { ...hook.options, client };
  react.render();
  hook.now.pay(ORDER);
  await hook.until("approving");
  react.unmount();
  react.remount();
  await hook.until("failed");
  expect([hook.now.error?.name, await journal.get("order-1")]).toEqual(["ApprovalDeclinedError", undefined]);
  expect(hook.states).not.toContain("signing");
  hook.now.pay(ORDER);
  await hook.until("approving");
  hook.now.approve();
  react.unmount();
  await expect.poll(async () => (await journal.get("order-1"))?.outcome).toBe("landed");
});

test("a payment uses the options of the last render, and shows a second signature", async ({ world }) => {
  const { clock, keypair } = world;
  const told: string[] = [];
  const hook = mount(world, { signer: null });
  let prompts = 0;
  const signBytes = async (message: Uint8Array) => {
    if (prompts++ === 0) await clock.sleep(200_000);
    return ed25519.sign(message, keypair.secretKey.subarray(0, 32));
  };
  hook.now.pay(ORDER);
  await hook.until("failed");
  expect(hook.now.error?.name).toBe("ConfigurationError");
  hook.options = {
    ...hook.options,
    signer: { publicKey: keypair.publicKey.toBase58(), signBytes },
    onEvent: ({ type }) => void told.push(type),
  };
  react.render();
  hook.states.length = 0;
  hook.now.pay(ORDER);
  await hook.until("approving");
  hook.now.approve();
  const again = ["preparing", "approving", "signing", "sending", "preparing", "approving"];
  await vi.waitFor(() => expect(hook.states).toEqual(again), 60_000);
  hook.now.approve();
  await hook.until("landed");
  expect(hook.states).toEqual([...again, "signing", "sending", "landed"]);
  expect(told).toContain("settled");
});

test("a payment that a child's effect starts at mount is not taken for one of an earlier page", async ({
  world,
}) => {
  const { server } = world;
  const hook = mount(world, {}, ({ state, pay }) => {
    if (state === "idle") pay(ORDER);
  });
  react.remount();
  await hook.until("approving");
  hook.now.approve();
  await hook.until("landed");
  expect(hook.states).toEqual(["idle", "preparing", "approving", "signing", "sending", "landed"]);
  expect(server.requests.list({ rpcMethod: "sendTransaction" })).toHaveLength(1);
});

test("a payment that a child's effect starts uses the options of its own render", async ({ world }) => {
  let isConnected = false;
  const hook = mount(world, { signer: undefined }, ({ state, pay }) => {
    if (isConnected && state === "idle") pay(ORDER);
  });
  await settled();
  hook.options = { ...hook.options, signer: world.keypair };
  isConnected = true;
  react.render();
  await hook.until("approving");
  hook.now.approve();
  await hook.until("landed");
});

test("a payment is not shown as sent while the wallet is asked, also if its limits are low", async ({
  world,
}) => {
  const { keypair, connection, changed } = world;
  const told: string[] = [];
  const simulateTransaction = async (...call: Parameters<typeof connection.simulateTransaction>) => {
    const { context, value } = await connection.simulateTransaction(...call);
    return { context, value: { ...value, unitsConsumed: 1_400_000 } };
  };
  const signTransaction = async (transaction: { sign(keys: object[]): void }) => {
    told.push(hook.now.state);
    transaction.sign([keypair]);
    return transaction;
  };
  const hook = mount(world, {
    connection: changed({ simulateTransaction }),
    signer: { publicKey: keypair.publicKey, signTransaction } as never,
    onEvent: ({ type }) => void told.push(type),
  });
  hook.now.pay(ORDER);
  await hook.until("approving");
  hook.now.approve();
  await hook.until("landed");
  expect(told.slice(0, 3)).toEqual(["low-limit", "signing", "signed"]);
});

test("only an error that proves it ends a payment as failed", async ({ world }) => {
  const { keypair, pay } = world;
  const answers = [new Error("User rejected the request."), new Error("The window was closed.")];
  const signer = { publicKey: keypair.publicKey, signTransaction: () => Promise.reject(answers.shift()) };
  const hook = mount(world, { signer: signer as never, maxWait: 1000 });
  for (const end of ["failed", "unknown"]) {
    hook.now.pay(ORDER);
    await hook.until("approving");
    hook.now.approve();
    await hook.until(end);
  }
  await pay({ paymentId: "order-2" });
  hook.now.pay({ command: "send 0.1 SOL to bob.sol", paymentId: "order-2" });
  await hook.until("unknown");
  expect(hook.now.error?.message).toContain("belongs to another order");
});

test("in the state unknown, the same order continues the payment without a second prompt", async ({
  world,
}) => {
  const hook = mount(world, { connection: world.cutOff, maxWait: 1000 });
  hook.now.pay(ORDER);
  await hook.until("approving");
  hook.now.approve();
  await hook.until("unknown");
  hook.options = { ...hook.options, connection: world.connection };
  react.render();
  hook.states.length = 0;
  hook.now.pay(ORDER);
  await hook.until("landed");
  expect(hook.states).not.toContain("approving");
  expect(await world.landed()).toHaveLength(1);
});

describe("after a reload", () => {
  const mute = { getSignatureStatuses: async () => Promise.reject(new Error("away")) };

  test("the newest open payment is followed to its end, and not sent again", async ({ world }) => {
    const { server, pay, changed, journal, clock } = world;
    for (const paymentId of ["order-1", "order-2"]) {
      await rejection(pay({ paymentId, connection: changed(mute), maxWait: 1 }));
      await clock.sleep(1000);
    }
    const all = await journal.open();
    const open = async () => all.map((one) => ({ ...one, createdAt: Number(one.paymentId.slice(-1)) }));
    const sent = server.requests.list({ rpcMethod: "sendTransaction" }).length;
    const hook = mount(world, { journal: Object.assign(Object.create(journal), { open }) });
    await hook.until("landed");
    expect(hook.now).toMatchObject({ paymentId: "order-2", receipt: { attempts: 1 }, error: undefined });
    expect(server.requests.list({ rpcMethod: "sendTransaction" })).toHaveLength(sent);
  });

  test("the payment is followed over several connections too", async ({ world }) => {
    const { pay, changed, connection } = world;
    await rejection(pay({ connection: changed(mute), maxWait: 1 }));
    const hook = mount(world, { connection: undefined, connections: [connection] });
    await hook.until("landed");
    expect(hook.errors).toEqual([]);
  });

  /** The world, whose journal has one open payment. The third look finds its end. */
  function stuck(world: World, end: Partial<PaymentRecord> = {}, more: Partial<UsePaymentOptions> = {}) {
    const one = record({ paymentId: "order-0" });
    const newer = record({ createdAt: one.createdAt + 1 });
    const get = vi.fn(async (id: string) =>
      id === "order-0" ? { ...one, ...(get.mock.calls.length > 2 && end) } : world.journal.get(id),
    );
    // Another tab starts a payment meanwhile.
    const open = async () => (get.mock.calls.length > 0 ? [one, newer] : [one]);
    const journal = Object.assign(Object.create(world.journal), { open, get });
    return { hook: mount(world, { journal, ...more }), get };
  }

  test("a payment that cannot be settled is unknown, and is checked for 150 seconds", async ({ world }) => {
    const { hook, get } = stuck(world);
    await vi.waitFor(() => expect(get).toHaveBeenCalledTimes(76), 60_000);
    await settled();
    expect(get).toHaveBeenCalledTimes(76);
    expect(hook.now).toMatchObject({ state: "unknown", paymentId: "order-0" });
    expect(hook.now.error).toMatchObject({ name: "TransactionUnconfirmedError", signature: "s" });
  });

  test("a component that is gone checks nothing, and continues when it is shown again", async ({ world }) => {
    const { hook, get } = stuck(world);
    const read = get.getMockImplementation()!;
    get.mockImplementation((id) => {
      if (get.mock.calls.length === 3) react.unmount();
      return read(id);
    });
    await vi.waitFor(() => expect(get).toHaveBeenCalledTimes(3), 60_000);
    for (let i = 0; i < 5; i++) await settled();
    await world.clock.sleep(10_000);
    await settled();
    expect(get).toHaveBeenCalledTimes(3);
    react.remount();
    await vi.waitFor(() => expect(get).toHaveBeenCalledTimes(79), 60_000);
    expect(hook.now.state).toBe("unknown");
  });

  test("a new payment ends the checks", async ({ world }) => {
    const { hook, get } = stuck(world);
    await hook.until("unknown");
    hook.now.pay(ORDER);
    await hook.until("approving");
    const { length } = get.mock.calls;
    await world.clock.sleep(10_000);
    await settled();
    expect([hook.now.state, hook.now.paymentId, get.mock.calls.length]).toEqual([
      "approving",
      "order-1",
      length,
    ]);
    hook.now.reject();
  });

  test.for([
    ["landed", undefined],
    ["failed", { name: "TransactionFailedError", stage: "executed", signature: "s" }],
    ["not-sent", { name: "TransactionFailedError", stage: "preflight", signature: "s" }],
    ["expired", { name: "TransactionExpiredError", signature: "s" }],
  ] as const)(
    "a payment that another process settles as %s is shown so",
    async ([outcome, error], { world }) => {
      const receipt = { signature: "s", slot: 1 };
      const { hook } = stuck(world, { outcome, receipt, state: "settled" });
      await hook.until(outcome === "landed" ? "landed" : "failed");
      expect(hook.now.receipt?.signature).toBe(outcome === "landed" ? "s" : undefined);
      if (error) expect(hook.now.error).toMatchObject(error);
      else expect(hook.now.error).toBeUndefined();
    },
  );

  test.for([{ commitment: "processed" }, { nodeTimeout: -1 }, { journalTimeout: -1 }, { swapPrograms: 5 }])(
    "the checks use the options of the hook: %o",
    async (option, { world }) => {
      const { hook } = stuck(world, {}, option as never);
      await vi.waitFor(() => expect(hook.errors[0]).toContain(Object.keys(option)[0]), 60_000);
    },
  );

  test("a journal that fails is reported, and asked again", async ({ world }) => {
    const open = vi.fn(async () => [] as PaymentRecord[]).mockRejectedValueOnce(new Error("quota"));
    const hook = mount(world, { journal: Object.assign(Object.create(world.journal), { open }) });
    await vi.waitFor(() => expect(hook.states).toEqual(["idle", "unknown", "idle"]), 60_000);
    expect(hook.errors).toEqual(["quota"]);
    expect([hook.now.error, open.mock.calls.length]).toEqual([undefined, 2]);
  });
});
