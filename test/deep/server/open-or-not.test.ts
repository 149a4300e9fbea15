import type { MockServer, MockServerOptions } from "@intent-tx/mock-server";
import { expect, test } from "vitest";
import { api, lab, rpc, send, signedOf } from "../../server/lab.js";

const LOADERS = [
  "NativeLoader1111111111111111111111111111111",
  "BPFLoader1111111111111111111111111111111111",
  "BPFLoader2111111111111111111111111111111111",
  "BPFLoaderUpgradeab1e11111111111111111111111",
];
const SYSVAR_OWNER = "Sysvar1111111111111111111111111111111111111";
/** Off the curve: the vault authority of a program that is not on this chain. */
const PDA = "8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR";

const options: MockServerOptions = {
  limits: "off",
  world: {
    wallets: {
      carol: {
        SOL: "10",
        nfts: [{ name: "A picture", symbol: "PIC", mint: "HmqzoL7gTFDbXPEYXwsRKFnVq6M9uRKSHmF2LkTqQjTm" }],
        staked: [{ SOL: "3" }],
      },
    },
  },
};

/** The API's response: its status, headers and body, byte for byte. */
async function answer(server: MockServer, method: string, path: string, body?: unknown, key?: string) {
  const { status, headers, text } = await api(server, method, path, body, key);
  return { status, headers: [...headers], body: text };
}

function parse(server: MockServer, command: string, key?: string) {
  return answer(server, "POST", "/intents", { walletAddress: server.wallets.alice.address, command }, key);
}

async function openLedgers(server: MockServer): Promise<void> {
  for (const environment of ["live", "test"] as const) await rpc(server, "getSlot", [], environment);
}

/** Addresses of all programs on the ledger. */
async function programsOf(server: MockServer): Promise<string[]> {
  const owned = await Promise.all(
    LOADERS.map(
      async (loader) => (await rpc(server, "getProgramAccounts", [loader, { encoding: "base64" }])).result,
    ),
  );
  return owned
    .flat()
    .filter(({ account }: { account: { executable: boolean } }) => account.executable)
    .map(({ pubkey }: { pubkey: string }) => pubkey);
}

/** Responses that must not depend on an open ledger; requests that open a ledger come last. */
async function transcript(server: MockServer, recipients: readonly string[]) {
  const lines = [];
  for (const key of ["enterprise", "test"]) {
    for (const recipient of recipients) {
      lines.push([`${key} ${recipient}`, await parse(server, `send 1 SOL to ${recipient}`, key)] as const);
    }
  }
  for (const symbol of ["SOL", "BONK", "USDC"]) {
    lines.push([`price ${symbol}`, await answer(server, "GET", `/prices/${symbol}`)] as const);
  }
  for (const command of ["swap 1 SOL for USDC", "swap SOL for 10 USDC", "send $5 of BONK to bob.sol"]) {
    lines.push([command, await parse(server, command)] as const);
  }
  lines.push(["usage", await answer(server, "GET", "/analytics/usage")] as const);
  const { address } = server.wallets.alice;
  const metrics = "/analytics/metrics?startDate=2025-12-01&endDate=2026-02-01";
  for (const path of [metrics, `/portfolio/${address}`, `/transactions/${address}`]) {
    lines.push([path, await answer(server, "GET", path)] as const);
  }
  lines.push(["half", await parse(server, "send half my SOL to bob.sol")] as const);
  return lines;
}

function expectSame(
  one: Awaited<ReturnType<typeof transcript>>,
  other: Awaited<ReturnType<typeof transcript>>,
): void {
  for (const [index, [what, line]] of one.entries()) expect(other[index]?.[1], what).toEqual(line);
  expect(other).toHaveLength(one.length);
}

/** Addresses of every kind of account, including wallets. */
async function everyKind(server: MockServer): Promise<string[]> {
  const listed = async (program: string) =>
    (await rpc(server, "getProgramAccounts", [program, { encoding: "base64" }])).result.map(
      ({ pubkey }: { pubkey: string }) => pubkey,
    );
  const owned = await Promise.all([
    ...["TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA", "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb"].map(
      listed,
    ),
    ...["intentTxSwap1111111111111111111111111111111", "Stake11111111111111111111111111111111111111"].map(
      listed,
    ),
    ...["metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s"].map(listed),
    listed(SYSVAR_OWNER),
  ]);
  const wallets = Object.values(server.wallets).map(({ address }) => address);
  const stakes = await listed("Stake11111111111111111111111111111111111111");
  // Addresses on the curve come first: only the ledger shows whether they are wallets.
  return [...stakes, ...wallets, ...(await programsOf(server)), ...owned.flat(), PDA];
}

test("every built-in program and sysvar is refused as a recipient before a ledger is open", async () => {
  const guide = await lab();
  const sysvars = (await rpc(guide, "getProgramAccounts", [SYSVAR_OWNER, { encoding: "base64" }])).result;
  const named = [...(await programsOf(guide)), ...sysvars.map(({ pubkey }: { pubkey: string }) => pubkey)];
  expect(named.length).toBeGreaterThan(25);
  const server = await lab({ limits: "off" });
  for (const address of [...named, "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo"]) {
    const { status, body } = await parse(server, `send 1 SOL to ${address}`);
    expect({ status, reason: JSON.parse(body).error?.details.reason }, address).toEqual({
      status: 422,
      reason: "program_recipient",
    });
  }
});

test("a fresh server answers the same bytes whether its ledgers are open or not", async () => {
  const [shut, open, guide] = [await lab(options), await lab(options), await lab(options)];
  const recipients = await everyKind(guide);
  await openLedgers(open);
  expectSame(await transcript(shut, recipients), await transcript(open, recipients));
});

test("a restored server whose chain has advanced also does, and its pending transactions still land", async () => {
  const maker = await lab(options);
  await maker.fund(PDA, { SOL: "1" }, { environment: "live" });
  await maker.fund(maker.wallets.bob.address, { USDC: "7" }, { environment: "live" });
  await send(maker, (await signedOf(maker, "swap 20 SOL for USDC")).wire);
  maker.faults.add({ fault: { kind: "late-transaction", by: "20s" } });
  await send(maker, (await signedOf(maker, "swap 2000 USDC for PYTH")).wire);
  const recipients = await everyKind(maker);
  const snapshot = await maker.snapshot();

  const [shut, open] = [await lab(options), await lab(options)];
  await openLedgers(open);
  for (const server of [shut, open]) await server.restore(snapshot);
  const price = async (server: MockServer) => (await answer(server, "GET", "/prices/PYTH")).body;
  const before = await price(shut);
  expect(await price(open)).toBe(before);
  for (const server of [shut, open]) await server.clock.advance("30s");
  expect(JSON.parse(await price(shut)).price).not.toBe(JSON.parse(before).price);
  await price(open);
  expectSame(await transcript(shut, recipients), await transcript(open, recipients));
});
