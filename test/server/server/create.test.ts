import {
  ClosedError,
  ControlConflictError,
  createMockServer,
  type Duration,
  type ExpectedCall,
  type FaultRule,
  type FundTokens,
  type IssueKeyRequest,
  type MockServerOptions,
  NotOnValidatorError,
  OptionError,
  type ServerHealth,
  ServiceError,
  type SessionRequest,
  type WorldOption,
  type WorldSnapshot,
} from "@intent-tx/mock-server";
import type { Environment } from "intent-tx/contract";
import { expect, expectTypeOf, vi } from "vitest";
import type * as z from "zod/mini";
import type { healthReply } from "../../../mock-server/src/control/commands/health.js";
import type { KeyRequestSchema } from "../../../mock-server/src/control/commands/keys.js";
import type { SessionRequestSchema } from "../../../mock-server/src/control/commands/sessions.js";
import type { ExpectedCallsSchema } from "../../../mock-server/src/control/log/expected-calls.js";
import type { FaultRuleSchema } from "../../../mock-server/src/faults/fault-rules.js";
import type { walletParts } from "../../../mock-server/src/fixtures/option-schema.js";
import { OWN_PROGRAMS } from "../../../mock-server/src/formats/own-programs.js";
import { Svm } from "../../../mock-server/src/ledger/svm/svm.js";
import type { OPTION_SCHEMAS } from "../../../mock-server/src/options.js";
import { api, clientOf, failureOf, lab, rpc, test } from "../lab.js";

test("a server is ready without a ledger, which is opened once and when it is needed", async () => {
  const added = vi.spyOn(Svm.prototype, "addProgram");
  const server = await lab();
  await clientOf(server).prices.retrieve("SOL");
  expect(added).not.toHaveBeenCalled();
  await server.fund(server.wallets.bob.address, {});
  await server.fund(server.wallets.bob.address, { SOL: 1 });
  expect(added).toHaveBeenCalledTimes(OWN_PROGRAMS.length);
  added.mockRestore();
});

test("addresses, keys and wallets exist before a socket; afterwards, the addresses are those of the socket", async () => {
  const server = await lab();
  expect(server.baseUrl).toBe("http://mock.invalid/v1");
  expect(server.rpc.live).toBe("http://mock.invalid/rpc/live");
  const { port, neighbour, ...addresses } = await server.listen();
  expect(neighbour).toBe(true);
  expect(addresses).toMatchObject({
    baseUrl: `http://127.0.0.1:${port}/v1`,
    controlUrl: server.controlUrl,
    rpc: server.rpc,
    ws: server.ws,
  });
  await expect(server.listen()).rejects.toThrow("already listening");
});

test("a snapshot is a copy: changing it does not change the server", async ({ server }) => {
  const state = await server.snapshot();
  const rename = (name: string) => {
    for (const [, row] of state.state.keys ?? []) Object.assign(row, { name });
  };
  const names = async () => new Set((await server.snapshot()).state.keys?.map(([, { name }]) => name));
  const before = await names();
  rename("edited");
  expect(await names()).toEqual(before);
  await server.restore(state);
  rename("edited again");
  expect(await names()).toEqual(new Set(["edited"]));
});

test("await using closes the server, its socket and the waits on its clock", async () => {
  let baseUrl = "";
  let waiting: Promise<void> | undefined;
  {
    await using server = await createMockServer({ clock: { mode: "frozen" } });
    await server.listen();
    baseUrl = server.baseUrl;
    waiting = server.clock.sleep(1_000);
  }
  await waiting;
  expect(await failureOf(fetch(`${baseUrl}/prices/SOL`))).toMatchObject({ cause: { code: "ECONNREFUSED" } });
});

test("without litesvm all but the ledger works, and the ledger says what to do", async () => {
  vi.resetModules();
  // Silences the server's log; responses to clients are checked below.
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  vi.doMock("../../../mock-server/src/ledger/svm/svm-native.js", async (original) => {
    const { loadNative } =
      await original<typeof import("../../../mock-server/src/ledger/svm/svm-native.js")>();
    const missing = () => {
      throw new Error("Cannot find module");
    };
    return { loadNative: () => loadNative(missing) };
  });
  try {
    const fresh: typeof import("@intent-tx/mock-server") = await import("@intent-tx/mock-server");
    await using server = await fresh.createMockServer({ seed: 1 });
    const ask = (path: string) => api(server, "GET", path);
    const post = (path: string, body: unknown) => api(server, "POST", path, body);
    const walletAddress = server.wallets.alice.address;
    expect((await ask("/prices/SOL")).status).toBe(200);
    expect((await post("/keys", { name: "x", scopes: ["admin"] })).status).toBe(201);
    expect((await ask("/analytics/usage")).status).toBe(200);
    expect((await post("/intents", { walletAddress, command: "swap 1 SOL for USDC" })).status).toBe(200);
    const refused = await ask(`/portfolio/${walletAddress}`);
    expect(refused.status).toBe(503);
    expect(refused.body.error).toMatchObject({
      code: "service_unavailable",
      message: expect.stringMatching(/litesvm.*--rpc-url.*WSL/),
    });
    await expect(server.fund(walletAddress, { SOL: 1 })).rejects.toThrow(/litesvm.*--rpc-url/);
    expect((await rpc(server, "getSlot", [])).error.message).toMatch(/litesvm.*--rpc-url/);
  } finally {
    log.mockRestore();
    vi.doUnmock("../../../mock-server/src/ledger/svm/svm-native.js");
    vi.resetModules();
  }
});

/** A type without `readonly`, recursively: zod adds it only to frozen values. */
type Plain<T> = T extends Date | Uint8Array
  ? T
  : T extends object
    ? { -readonly [K in keyof T]: Plain<T[K]> }
    : T;

test("every option equals its schema", () => {
  type Given = { [N in keyof typeof OPTION_SCHEMAS]?: z.input<(typeof OPTION_SCHEMAS)[N]> };
  expectTypeOf<Plain<Given>>().toEqualTypeOf<Plain<MockServerOptions>>();
  type Parts = z.input<ReturnType<typeof walletParts>>;
  expectTypeOf<Plain<Parts>>().toEqualTypeOf<
    Plain<Pick<NonNullable<WorldOption["wallets"]>[string], "history" | "nfts" | "staked">>
  >();
});

test("every checked method argument equals its schema", () => {
  expectTypeOf<Plain<z.input<typeof ExpectedCallsSchema>>>().toEqualTypeOf<Plain<ExpectedCall[]>>();
  expectTypeOf<Plain<z.input<typeof FaultRuleSchema>>>().toEqualTypeOf<Plain<FaultRule>>();
  expectTypeOf<Plain<z.input<typeof SessionRequestSchema>>>().toEqualTypeOf<Plain<SessionRequest>>();
  expectTypeOf<z.input<typeof KeyRequestSchema>["environment"]>().toEqualTypeOf<Environment>();
  expectTypeOf<Plain<Omit<z.input<typeof KeyRequestSchema>, "environment">>>().toEqualTypeOf<
    Plain<Omit<IssueKeyRequest, "environment">>
  >();
});

test("the health has the members of its schema", () => {
  type Reply = z.output<ReturnType<typeof healthReply>>;
  expectTypeOf<keyof ServerHealth>().toEqualTypeOf<keyof Reply>();
});

const ODD: readonly unknown[] = [
  undefined,
  null,
  "",
  "x",
  -1,
  Number.NaN,
  [],
  {},
  Number.POSITIVE_INFINITY,
  5n,
];

test("odd arguments are refused by an exported error, and change nothing", async ({ server }) => {
  const before = JSON.stringify(await server.snapshot());
  const wallet = server.wallets.bob.address;
  const calls: ((odd: unknown) => unknown)[] = [
    (odd) => server.fund(odd as string, { SOL: "1" }),
    (odd) => server.fund(wallet, { SOL: odd } as FundTokens),
    (odd) => server.issueKey(odd as IssueKeyRequest),
    (odd) => server.issueKey({ tier: odd } as IssueKeyRequest),
    (odd) => server.faults.add(odd as FaultRule),
    (odd) => server.faults.add({ fault: odd } as FaultRule),
    (odd) => server.restore(odd as WorldSnapshot),
    (odd) => server.closeSession(odd as string),
    (odd) => server.openSession({ name: `../${odd}` }),
    (odd) => server.clock.advance(odd as Duration),
    (odd) => server.clock.set(odd as string),
    (odd) => server.clientOptions(odd === undefined ? "" : (odd as string)),
  ];
  const exported = [ServiceError, ControlConflictError, NotOnValidatorError, OptionError, ClosedError];
  for (const call of calls)
    for (const odd of ODD) {
      const error = await failureOf((async () => call(odd))());
      const told = `${call} of ${String(typeof odd === "object" ? JSON.stringify(odd) : odd)}: ${error}`;
      expect(
        exported.some((one) => error instanceof one),
        told,
      ).toBe(true);
    }
  server.openSession({ name: "one" });
  expect(() => server.openSession({ name: "one" })).toThrow(ControlConflictError);
  expect(JSON.stringify(await server.snapshot())).toBe(before);
});
