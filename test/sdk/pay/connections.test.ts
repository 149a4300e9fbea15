// Several connections to one cluster: reads fail over, a send goes to all, and absence needs all.
import { execute, MemoryJournal, type ResumeOptions, resume } from "intent-tx/solana";
import { describe, expect, vi } from "vitest";
import { rejection } from "../harness.js";
import { notSent, type setup, test, unknown } from "./setup.js";

type World = Awaited<ReturnType<typeof setup>>;

const down = async () => Promise.reject(new Error("connect ECONNREFUSED"));
/** A node that answers nothing. */
const dead = ({ changed }: World) => {
  const names = ["sendRawTransaction", "getSignatureStatuses", "isBlockhashValid", "getGenesisHash"];
  const others = [
    "simulateTransaction",
    "getTransaction",
    "getSignaturesForAddress",
    "getFirstAvailableBlock",
  ];
  return changed(Object.fromEntries([...names, ...others, "_rpcRequest"].map((name) => [name, down])));
};
/** A node that loses the first call of a method. */
const lossy = (
  { changed, connection }: World,
  name: "sendRawTransaction" | "isBlockhashValid" | "getGenesisHash",
) =>
  changed({
    [name]: vi
      .fn(async (...args: never[]) => (connection[name] as (...all: never[]) => Promise<unknown>)(...args))
      .mockRejectedValueOnce(new Error("timed out")),
  });
const over = (...connections: unknown[]) => ({ connection: undefined, connections });

describe("connections", () => {
  test("a payment is made while one of them is down, whichever it is", async ({ world }) => {
    const { pay, connection } = world;
    for (const [paymentId, ...nodes] of [
      ["1", dead(world), connection],
      ["2", connection, dead(world)],
    ] as const)
      expect(await pay({ ...over(...nodes), paymentId })).toMatchObject({
        spent: [{ amount: 500_000_000n }],
      });
  });

  test("the Retry-After of one does not hold back the others", async ({ world }) => {
    const { pay, changed, clock } = world;
    const headers = new Headers({ "retry-after": "1000" });
    const busy = changed({
      sendRawTransaction: async () =>
        Promise.reject(Object.assign(new Error("429 Too Many Requests"), { headers })),
    });
    const start = clock.now();
    expect(await pay(over(busy, lossy(world, "sendRawTransaction")))).toMatchObject({ attempts: 1 });
    expect(clock.now() - start).toBeLessThan(60_000);
  });

  test("nothing listens at one, and the other fails once", async ({ world }) => {
    const { pay, changed } = world;
    const refused = async () =>
      Promise.reject(Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED" } }));
    for (const name of ["isBlockhashValid", "getGenesisHash"] as const)
      expect(
        await pay({ ...over(changed({ [name]: refused }), lossy(world, name)), paymentId: name }),
      ).toMatchObject({ attempts: 1 });
  });

  test("a transaction is sent to each", async ({ world }) => {
    const { pay, connection, changed, server } = world;
    await pay(over(connection, changed({})));
    // The payment does not wait for the slower node.
    const sent = () => server.requests.list({ rpcMethod: "sendTransaction" }).length;
    await expect.poll(sent).toBeGreaterThanOrEqual(2);
  });

  test("a transaction has expired only if all of them prove it", async ({ world }) => {
    const { pay, server, journal, cutOff } = world;
    const lost = { ...over(cutOff, cutOff), maxWait: 1000 };
    expect(await rejection(pay(lost))).toMatchObject(unknown("no status"));
    await server.clock.advance("10m");
    const half = { ...over(world.connection, dead(world)), maxWait: 60_000 };
    expect(await rejection(pay(half))).toMatchObject({ outcome: "unknown" });
    expect(server.requests.list({ rpcMethod: "simulateTransaction" }).length).toBeLessThan(4);
    expect(await pay(over(world.connection, world.changed({})))).toMatchObject({ attempts: 2 });
    expect(await journal.open()).toEqual([]);
  });

  test("one that does not know a landed transaction does not hide it", async ({ world }) => {
    const { pay, connection, changed, server } = world;
    const behind = changed({ getSignatureStatuses: async () => ({ context: { slot: 1 }, value: [null] }) });
    expect(await pay(over(behind, connection))).toMatchObject({ attempts: 1 });
    expect(server.requests.list({ rpcMethod: "sendTransaction" }).length).toBeGreaterThan(0);
  });

  test("connections that are joined during a payment share what it sends", async ({ world }) => {
    const { connection, changed, alwaysSame, keypair, clock } = world;
    let second: Promise<unknown> | undefined;
    const sendRawTransaction = async (bytes: Uint8Array) => {
      const isFirst = second === undefined;
      second ??= rejection(execute({ ...terms, maxWait: 2000 }));
      if (isFirst) await second;
      return connection.sendRawTransaction(bytes);
    };
    const terms = {
      ...{ client: await alwaysSame(), clock, signer: keypair, command: "send 0.5 SOL to bob.sol" },
      ...{ connection: changed({ sendRawTransaction }), approve: () => true },
    };
    const approve = async () => {
      await resume({ journal: new MemoryJournal(), ...over(connection, terms.connection) } as ResumeOptions);
      return true;
    };
    expect(await execute({ ...terms, approve })).toMatchObject({ attempts: 1 });
    expect(await second).toMatchObject(notSent("Another call uses th"));
  });

  test("they must be of one cluster, and no other form is accepted", async ({ world }) => {
    const { pay, connection, changed } = world;
    const other = changed({ getGenesisHash: async () => "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d" });
    await expect(pay(over(connection, other))).rejects.toMatchObject({
      outcome: "not-sent",
      message: expect.stringContaining("different clusters"),
    });
    for (const wrong of [{ connections: [connection] }, over(), { ...over(), connections: connection }])
      await expect(pay(wrong)).rejects.toThrow("Pass either connection, or connections");
  });
});
