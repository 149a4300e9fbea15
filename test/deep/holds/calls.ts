import { randomBytes } from "node:crypto";
import { SystemProgram, TransactionMessage, VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import { PROGRAM_IDS } from "intent-tx/contract";
import type { Ready } from "../../server/cli/cli-process.js";
import { keypairOf } from "../../server/lab.js";

/** A call that must not block the server. */
export interface HeldCall {
  readonly name: string;
  readonly run: () => Promise<unknown>;
}

const TOKEN_PROGRAM = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
const MIB = 1 << 20;

async function asked(url: string, init: RequestInit = {}, most = 499): Promise<void> {
  const response = await fetch(url, init);
  // Without keeping the data, which could exhaust this process's memory.
  await response.body?.pipeTo(new WritableStream());
  if (response.status > most) throw new Error(`${url} answered ${response.status}`);
}

/** Every call to the API, JSON-RPC and the control plane, each with the largest allowed inputs. */
export function callsOf(
  ready: Ready,
  sample: { readonly intentId: string; readonly signature: string; readonly lastSlot: number },
): HeldCall[] {
  const wallet = ready.wallets.alice;
  const key = ready.keys.enterprise;
  const json = { "Content-Type": "application/json" };
  const api = (path: string, body?: unknown) => () =>
    asked(`${ready.baseUrl}${path}`, {
      headers: { ...json, Authorization: `Bearer ${key}` },
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
    });
  const control = (method: string, path: string, body?: unknown) => () =>
    asked(`${ready.controlUrl}${path}`, {
      method,
      headers: json,
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  const post = (body: unknown) =>
    asked(ready.rpc.live, { method: "POST", headers: json, body: JSON.stringify(body) });
  const rpc = (name: string, ...rest: readonly unknown[]) => {
    const [method, params] = name.includes(",") ? [rest[0], rest.slice(1)] : [name, rest];
    return { name: `rpc ${name}`, run: () => post({ jsonrpc: "2.0", id: 1, method, params }) };
  };
  // As many calls as fit in a body of 50 kB, at most 500.
  const batch = (method: string, ...params: unknown[]) => {
    const call = { jsonrpc: "2.0", id: 1, method, params };
    const length = Math.min(500, Math.floor(50_000 / (JSON.stringify(call).length + 1)));
    return { name: `rpc ${length} × ${method}`, run: () => post(Array.from({ length }, () => call)) };
  };
  const named = (name: string, run: () => Promise<unknown>) => ({ name, run });
  const many = Array.from({ length: 100 }, () => bs58.encode(crypto.getRandomValues(new Uint8Array(32))));
  const signatures = Array.from({ length: 256 }, () =>
    bs58.encode(crypto.getRandomValues(new Uint8Array(64))),
  );
  const walletAddress = wallet.address;
  const fund = (tokens: object) => control("POST", "/fund", { environment: "live", walletAddress, tokens });
  const signer = keypairOf(wallet);
  const transaction = new VersionedTransaction(
    new TransactionMessage({
      payerKey: signer.publicKey,
      recentBlockhash: PROGRAM_IDS.system,
      instructions: Array.from({ length: 20 }, () =>
        SystemProgram.transfer({ fromPubkey: signer.publicKey, toPubkey: signer.publicKey, lamports: 1 }),
      ),
    }).compileToV0Message(),
  );
  transaction.sign([signer]);
  const wire = Buffer.from(transaction.serialize()).toString("base64");
  const longAccount = JSON.stringify({
    environment: "live",
    pubkey: many[0],
    account: {
      lamports: 100_000_000_000,
      // Random data is the slowest to compress.
      data: [randomBytes(10 * MIB).toString("base64"), "base64"],
      owner: PROGRAM_IDS.system,
    },
  });
  const range = "startDate=2020-01-01&endDate=2030-01-01";
  const long = "swap 1 SOL for USDC and then ".repeat(2_000);
  return [
    named("intents.parse", api("/intents", { walletAddress, command: "swap 1 SOL for USDC" })),
    named("intents.parse, long", api("/intents", { walletAddress, command: long })),
    named("intents.parse, 500 characters", api("/intents", { walletAddress, command: long.slice(0, 500) })),
    named("transactions.build", api("/transactions/build", { intentId: sample.intentId, walletAddress })),
    named("transactions.list", api(`/transactions/${wallet.address}?limit=100`)),
    named("transactions.list, transfers", api(`/transactions/${wallet.address}?limit=100&type=transfer`)),
    named("portfolio.retrieve", api(`/portfolio/${wallet.address}`)),
    named("prices.retrieve", api("/prices/SOL")),
    named("analytics.metrics", api(`/analytics/metrics?${range}`)),
    named("analytics.usage", api("/analytics/usage")),
    named("keys.list", api("/keys")),
    named("keys.create", api("/keys", { name: "k", scopes: ["read:prices"] })),
    named("a body of 64 KiB", api("/keys", { name: "k".repeat(65_000), scopes: ["admin"] })),
    named("GET /_mock/health", control("GET", "/health")),
    named("GET /_mock/accounts", control("GET", "/accounts")),
    named("GET /_mock/accounts/{account}/days", control("GET", "/accounts/enterprise/days?days=366")),
    named("GET /_mock/pools", control("GET", "/pools")),
    named("GET /_mock/prices", control("GET", "/prices/SOL?points=1000&from=2020-01-01&to=2030-01-01")),
    named("GET /_mock/world", control("GET", "/world")),
    named("GET /_mock/contract", control("GET", "/contract")),
    named("GET /_mock/metrics", control("GET", "/metrics")),
    named("GET /_mock/openapi.json", control("GET", "/openapi.json")),
    named("GET /openapi.json", () => asked(`${ready.baseUrl.slice(0, -3)}/openapi.json`)),
    named("GET /docs", () => asked(`${ready.baseUrl.slice(0, -3)}/docs`)),
    named("GET /_mock/requests", control("GET", "/requests")),
    named("GET /_mock/traffic", control("GET", "/traffic")),
    named("GET /_mock/faults", control("GET", "/faults")),
    named(
      "POST /_mock/faults, 1 MiB",
      control("POST", "/faults", { fault: { kind: "status", status: 503, code: "x".repeat(MIB - 100) } }),
    ),
    named("DELETE /_mock/faults", control("DELETE", "/faults")),
    named("POST /_mock/explain", control("POST", "/explain", { command: "swap 1 SOL for USDC " })),
    named(
      "POST /_mock/explain, 1 MiB",
      control("POST", "/explain", { command: long.repeat(18).slice(0, MIB - 100) }),
    ),
    named("POST /_mock/fund", fund({ SOL: 1, USDC: 1 })),
    named(
      "POST /_mock/fund, 80,000 tokens",
      fund(Object.fromEntries(Array.from({ length: 80_000 }, (_, at) => [`t${at}`, 1]))),
    ),
    named(
      "POST /_mock/keys, many scopes",
      control("POST", "/keys", { tier: "pro", environment: "live", scopes: Array(70_000).fill("admin") }),
    ),
    named(
      "POST /_mock/names, 1 MiB",
      control("POST", "/names", { name: `${"a".repeat(MIB - 200)}.sol`, address: wallet.address }),
    ),
    named(
      "POST /_mock/chain-accounts, 10 MiB",
      // The status must be below 300, because a refused call is cheap.
      () =>
        asked(
          `${ready.controlUrl}/chain-accounts`,
          { method: "POST", headers: json, body: longAccount },
          299,
        ),
    ),
    named("1 MiB of brackets", control("POST", "/fund", "[".repeat(MIB - 1))),
    named("1 MiB of a list", control("POST", "/fund", `[${"{},".repeat(349_000)}{}]`)),
    named("studio", () => asked(`${ready.baseUrl.slice(0, -3)}/studio/`)),
    rpc("getProgramAccounts", TOKEN_PROGRAM, { encoding: "base64" }),
    rpc("getProgramAccounts", TOKEN_PROGRAM, { encoding: "jsonParsed" }),
    rpc("getProgramAccounts", PROGRAM_IDS.system, { encoding: "base64" }),
    rpc("getProgramAccounts", PROGRAM_IDS.system, { encoding: "base64", filters: [{ dataSize: 1 }] }),
    rpc("getMultipleAccounts", many, { encoding: "base64" }),
    rpc("getAccountInfo", many[0], { encoding: "base64" }),
    rpc("getAccountInfo", many[0], { encoding: "base58" }),
    // Node 20 lacks zstd, so WebAssembly compresses the whole account in one call.
    rpc("getAccountInfo, zstd", "getAccountInfo", many[0], { encoding: "base64+zstd" }),
    rpc("getLargestAccounts"),
    rpc("getSupply"),
    rpc("getTokenLargestAccounts", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"),
    rpc("getTokenAccountsByOwner", wallet.address, { programId: TOKEN_PROGRAM }, { encoding: "jsonParsed" }),
    rpc("getVoteAccounts"),
    rpc("getLeaderSchedule"),
    rpc("getBlockProduction"),
    rpc("getInflationReward", many, {}),
    rpc("getRecentPerformanceSamples", 720),
    rpc("getRecentPrioritizationFees", many),
    rpc("getBlocks", 0, 1_000_000_000),
    rpc("getBlocksWithLimit", 0, 500_000),
    rpc("getTransactionCount"),
    rpc("getSignatureStatuses", signatures, { searchTransactionHistory: true }),
    rpc("getSignaturesForAddress", wallet.address, { limit: 1000 }),
    rpc("getTransaction", sample.signature, { encoding: "jsonParsed", maxSupportedTransactionVersion: 0 }),
    rpc("simulateTransaction", wire, { encoding: "base64", replaceRecentBlockhash: true }),
    rpc("sendTransaction", wire, { encoding: "base64", skipPreflight: true }),
    rpc("getBlock, full", "getBlock", sample.lastSlot - 1, { maxSupportedTransactionVersion: 0 }),
    rpc("getBlock, jsonParsed", "getBlock", sample.lastSlot - 1, {
      encoding: "jsonParsed",
      maxSupportedTransactionVersion: 0,
    }),
    rpc("getBlock, signatures", "getBlock", sample.lastSlot - 1, { transactionDetails: "signatures" }),
    rpc("isBlockhashValid, unknown", "isBlockhashValid", many[1]),
    batch("getMultipleAccounts", many, { encoding: "base64" }),
    batch("getSignaturesForAddress", wallet.address, { limit: 1000 }),
    batch("getSignatureStatuses", signatures, { searchTransactionHistory: true }),
    batch("getVoteAccounts"),
    batch("getBlocks", 0, 1_000_000_000),
    batch("simulateTransaction", wire, {
      encoding: "base64",
      replaceRecentBlockhash: true,
      sigVerify: false,
    }),
    batch("getRecentPerformanceSamples", 720),
    batch("getRecentPrioritizationFees", many),
    batch(
      "getTokenAccountsByOwner",
      wallet.address,
      { programId: TOKEN_PROGRAM },
      { encoding: "jsonParsed" },
    ),
  ];
}

/** Calls that read or change the whole World, to be made in this order. */
export function worldCallsOf(ready: Ready): HeldCall[] {
  const json = { "Content-Type": "application/json" };
  const control = (method: string, path: string, body?: unknown) =>
    asked(`${ready.controlUrl}${path}`, {
      method,
      headers: json,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const wallet = ready.wallets.bob.address;
  const late = { fault: { kind: "late-transaction", ms: 60_000 }, count: 300 };
  return [
    {
      name: "a call after it",
      run: () => control("POST", "/fund", { environment: "live", walletAddress: wallet, tokens: { SOL: 1 } }),
    },
    {
      name: "100 sessions",
      run: async () => {
        for (let at = 0; at < 100; at++) await control("PUT", `/sessions/s-${at}`, {});
      },
    },
    { name: "GET /_mock/sessions", run: () => control("GET", "/sessions") },
    { name: "GET /_mock/metrics", run: () => control("GET", "/metrics") },
    {
      name: "late transactions",
      run: async () => {
        await control("POST", "/faults", late);
        // Sequential: concurrent requests could share a turn, and its time would not be that of a single call.
        for (let at = 0; at < 300; at++) await airdrop(ready, at);
      },
    },
    { name: "advance over late transactions", run: () => control("POST", "/clock/advance", { by: "2m" }) },
    { name: "advance by a year", run: () => control("POST", "/clock/advance", { by: "365d" }) },
    { name: "POST /_mock/reset", run: () => control("POST", "/reset") },
    {
      name: "a call after the reset",
      run: () => control("POST", "/fund", { environment: "live", walletAddress: wallet, tokens: { SOL: 1 } }),
    },
  ];
}

/** Sends an airdrop, which a fault can delay; each amount makes another transaction. */
function airdrop(ready: Ready, at: number): Promise<void> {
  const params = [ready.wallets.alice.address, 1_000_000 + at];
  return asked(ready.rpc.live, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "requestAirdrop", params }),
  });
}
