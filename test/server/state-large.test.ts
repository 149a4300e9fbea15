import { createMockServer } from "@intent-tx/mock-server";
import fc from "fast-check";
import { PROGRAM_IDS } from "intent-tx/contract";
import { describe, expect, test } from "vitest";
import { SWAP_PROGRAM_BASE64 } from "../../mock-server/src/chain/amm/program.js";
import { programAccounts } from "../../mock-server/src/chain/program-accounts.js";
import { JsonWalk, ValueTooLong } from "../../mock-server/src/kernel/json-walk.js";
import { Random } from "../../mock-server/src/kernel/random.js";
import { namedWallet } from "../../mock-server/src/world/wallets.js";
import { control, lab } from "./lab.js";

const NOON = "2026-01-01T12:00:00Z";
type Rows = [string, unknown][];
type Snapshot = { state: Record<string, Rows> };

const words = (text: string) => new TextEncoder().encode(text);

describe("walking over JSON", () => {
  test("finds every value where JSON.parse finds it", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 1, 2), (value, indent) => {
        const text = JSON.stringify({ list: [value, value], after: value }, null, indent);
        const walk = new JsonWalk(words(text));
        const found: Record<string, unknown> = {};
        for (const name of walk.members()) {
          if (!walk.isList || name !== "list") found[name] = walk.value();
          else {
            const items: unknown[] = [];
            for (const _ of walk.items()) items.push(walk.read(walk.skip()));
            found[name] = items;
          }
        }
        walk.end();
        expect(found).toEqual(JSON.parse(text));
      }),
    );
  });

  test.each([
    "",
    "{",
    '{"a"',
    '{"a":',
    '{"a":1',
    '{"a":1,}',
    "{a:1}",
    '{"a":1}x',
    '{"a":"\\"}',
    '{"a":[1,]}',
    '{"a" 1}',
  ])("%s is none", (text) => {
    const walk = new JsonWalk(words(text));
    expect(() => {
      for (const _ of walk.members()) walk.value();
      walk.end();
    }).toThrow(SyntaxError);
  });

  const MIB = 1 << 20;
  test.each([
    ["many lists", `[${"[1],".repeat(MIB)}1]`],
    ["a long text", `"${"x".repeat(17 * MIB)}"`],
    ["a text of quotes", `"${'\\"'.repeat(MIB)}"`],
    ["many texts", `[${'"",'.repeat(MIB)}""]`],
    ["white space inside", `[${" ".repeat(MIB)}]`],
  ])("a value that would hold everybody up is not read: %s", (_, text) => {
    expect(() => new JsonWalk(words(text)).skip()).toThrow(ValueTooLong);
  });

  test("an account of 10 MiB is read as one value", () => {
    const row = ["live:x", { data: Buffer.alloc(10 * MIB).toString("base64") }];
    expect(new JsonWalk(words(JSON.stringify(row))).value()).toEqual(row);
  });

  test("white space without end is none", () => {
    const long = new JsonWalk(words(`{${" ".repeat(MIB + 1)}`));
    expect(() => long.members().next()).toThrow(
      "more than 1 MiB of white space in one place; write it without",
    );
  });
});

/** The longest time for which a task held the event loop, in turns of others: a neighbour counts its own. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let over = false;
  const done = work.finally(() => {
    over = true;
  });
  while (!over) {
    await new Promise((resolve) => setImmediate(resolve));
    turns++;
  }
  await done;
  return turns;
}

describe("a large state", () => {
  const many = async () => {
    const server = await lab();
    const { body } = await control(server, "GET", "/state");
    const state = body as unknown as Snapshot;
    const wallet = server.wallets.alice.address;
    state.state["parses"] = Array.from({ length: 40_000 }, (_, at) => [
      `acme:${at}`,
      { account: "acme", at },
    ]);
    const random = new Random("large");
    state.state["ledgerAccounts"] = Array.from({ length: 1_000 }, (_, at) => [
      `live:${namedWallet(random, `w${at}`).address}`,
      { lamports: "1000000", owner: PROGRAM_IDS.system, executable: false, data: "" },
    ]);
    return { server, state, wallet };
  };

  test("is written and read in slices, with a ledger too, and is the same after", async () => {
    const { server, state } = await many();
    await server.fund(server.wallets.alice.address, { SOL: 1 });
    const headers = { "Mock-Control": "1", "Content-Type": "application/json" };
    const put = server
      .fetch(`${server.controlUrl}/state`, { method: "PUT", headers, body: JSON.stringify(state) })
      .then(async (answer) =>
        expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]),
      );
    expect(await turnsDuring(put)).toBeGreaterThan(3);
    const [address] = state.state["ledgerAccounts"]!.at(-1)!;
    const answer = await server.fetch(server.rpc.live, {
      method: "POST",
      headers,
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getBalance", params: [address.slice(5)] }),
    });
    expect(await answer.json()).toMatchObject({ result: { value: 1_000_000 } });
    let text = "";
    const get = server.fetch(`${server.controlUrl}/state`, { headers }).then(async (given) => {
      text = await given.text();
    });
    expect(await turnsDuring(get)).toBeGreaterThan(2);
    expect(JSON.parse(text)).toEqual(state);
    expect(await server.snapshot()).toEqual(state);
    const copying = server.snapshot();
    expect(await turnsDuring(copying)).toBeGreaterThan(1);
    await server.restore(JSON.parse(text));
  });

  test("is written as it was when it was asked for", async () => {
    const { server, state } = await many();
    await server.restore(state as never);
    const reader = (
      await server.fetch(`${server.controlUrl}/state`, { headers: { "Mock-Control": "1" } })
    ).body!.getReader();
    const first = await reader.read();
    await server.fund(server.wallets.alice.address, { SOL: 1 });
    await server.reset();
    let text = new TextDecoder().decode(first.value);
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      text += new TextDecoder().decode(step.value);
    }
    expect(JSON.parse(text)).toEqual(state);
  });
});

describe("programs from outside", () => {
  const account = (data: Uint8Array, owner: string, executable: boolean) => ({
    ...{ lamports: "5000000000", owner, executable },
    data: Buffer.from(data).toString("base64"),
  });
  const LOADER_V2 = "BPFLoader2111111111111111111111111111111111";
  const code = Buffer.from(SWAP_PROGRAM_BASE64, "base64");
  const broken = Uint8Array.from(code).fill(255, 300, 900);
  const address = namedWallet(new Random("programs"), "program").address;
  const upgradeable = (image: Uint8Array): Rows =>
    programAccounts(address, image).map((one) => [
      `live:${one.address}`,
      account(one.data, one.owner, one.executable),
    ]);
  const cases: [string, Rows, boolean][] = [
    ["code that runs", upgradeable(code), true],
    ["broken code", upgradeable(broken), false],
    ["a program without its code", [upgradeable(code)[1]!], true],
    ["code that is no code", [[`live:${address}`, account(Uint8Array.of(1, 2), LOADER_V2, true)]], false],
    [
      "nothing where the System program is",
      [
        [
          `live:${PROGRAM_IDS.system}`,
          { ...account(Uint8Array.of(), PROGRAM_IDS.system, false), lamports: "0" },
        ],
      ],
      false,
    ],
  ];
  test.each(cases)("%s", async (_, rows, taken) => {
    await using server = await createMockServer({ seed: 1, clock: { now: NOON, mode: "frozen" } });
    const before = (await server.snapshot()) as unknown as Snapshot;
    const given = structuredClone(before);
    given.state["ledgerAccounts"] = rows;
    for (const opened of [false, true]) {
      if (opened) await server.fund(server.wallets.alice.address, { SOL: 1 });
      const held = await server.snapshot();
      const answer = await control(server, "PUT", "/state", given);
      expect([answer.status, answer.body.error?.field]).toEqual(
        taken ? [200, undefined] : [400, "state.ledgerAccounts"],
      );
      expect(await server.snapshot()).toEqual(taken ? given : held);
      const after = await server.fund(server.wallets.alice.address, { SOL: 1 });
      expect(after.walletAddress).toBe(server.wallets.alice.address);
    }
  });
});
