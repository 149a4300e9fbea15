import type { MockServer } from "@intent-tx/mock-server";
import { Keypair } from "@solana/web3.js";
import bs58 from "bs58";
import type { IntentTx } from "intent-tx";
import { NATIVE_MINT } from "intent-tx/contract";
import { decodeTransaction, signAndSend } from "intent-tx/solana";
import { describe, expect } from "vitest";
import {
  builtOf,
  connectionOf,
  failureOf,
  keypairOf,
  rpc,
  send,
  signedAgain,
  signedOf,
  test,
} from "../lab.js";

const STRANGER = Keypair.fromSeed(new Uint8Array(32).fill(9)).publicKey.toBase58();

/** Parses, builds, verifies, signs and sends a command, which must land. */
async function execute(server: MockServer, command: string, order: Parameters<typeof builtOf>[2] = {}) {
  const { intent, built } = await builtOf(server, command, order);
  const { simulate: _, ...options } = order;
  const [signer, connection] = [keypairOf(server.wallets.alice), connectionOf(server)];
  await signAndSend({ intent, built, signer, connection, clock: server.clock, ...options });
  return { intent, built };
}

/** The lamports of an address. */
const lamports = async (server: MockServer, address: string) =>
  (await rpc(server, "getBalance", [address, { commitment: "processed" }])).result.value as number;

const kinds = (transaction: string) => decodeTransaction(transaction).instructions.map(({ kind }) => kind);

describe("a swap", () => {
  test("from SOL wraps, swaps and unwraps, with the route's price impact", async ({ server }) => {
    const { intent, built } = await execute(server, "swap 0.5 SOL for USDC");
    expect(built.expectedOutput.priceImpact).toBe(intent.route?.priceImpact);
    expect(kinds(built.transaction)).toEqual([
      "compute-unit-limit",
      "compute-unit-price",
      "create-token-account",
      "sol-transfer",
      "sync-native",
      "create-token-account",
      "swap",
      "close-account",
    ]);
  });

  test.for([
    // An exact input of SOL does not change an account that the wallet had before; other swaps unwrap its SOL too.
    ["swap 0.5 SOL for USDC", 7_000_000n],
    ["swap 100 USDC to SOL", undefined],
    ["buy 100 USDC with SOL", undefined],
  ] as const)("with an account of wrapped SOL: %s", async ([command, left], { server, client }) => {
    const { address } = server.wallets.alice;
    await rpc(server, "surfnet_setTokenAccount", [address, NATIVE_MINT, { amount: 7_000_000 }]);
    const { built } = await execute(server, command);
    expect(kinds(built.transaction).includes("close-account")).toBe(left === undefined);
    const { tokens } = await client.portfolio.retrieve(address);
    expect(tokens.find(({ symbol }) => symbol === "SOL")?.balance).toBe(left);
  });

  test.for([true, false].flatMap((simulate) => ["USDC", "WIF"].map((output) => [simulate, output] as const)))(
    "of all SOL leaves less than 0.004 SOL: %s, %s",
    async ([simulate, output], { server }) => {
      await execute(server, `swap all my SOL to ${output}`, { simulate, priorityFee: 5_000_000 });
      const left = await lamports(server, server.wallets.alice.address);
      expect(left).toBeGreaterThanOrEqual(890_880);
      expect(left).toBeLessThan(4_000_000);
    },
  );
});

const movePool = (server: MockServer, percent: number) =>
  server.faults.add({ fault: { kind: "moved-pool", pool: "SOL-USDC", percent } });

test("an exact output that is not simulated keeps its amount when the price moves", async ({
  server,
  client,
}) => {
  const walletAddress = server.wallets.alice.address;
  const { intentId } = await client.intents.parse({ walletAddress, command: "buy 100 USDC with SOL" });
  movePool(server, -5);
  const { expectedOutput } = await client.transactions.build({ intentId, walletAddress, simulate: false });
  expect(expectedOutput.outputAmount).toBe(100_000_000n);
});

test("a transfer of SOL to a wallet that does not exist yet creates the wallet", async ({ server }) => {
  const { built } = await execute(server, `send 0.25 SOL to ${STRANGER}`);
  expect(await lamports(server, STRANGER)).toBe(250_000_000);
  expect(built.expectedOutput).toMatchObject({ outputAmount: 250_000_000n, priceImpact: 0 });
});

test("a built transaction counts for its account, whatever its signature", async ({ server, client }) => {
  const { wire } = await signedOf(server, "send 1 SOL to bob.sol");
  const secret = bs58.decode(server.wallets.alice.secretKey);
  const other = signedAgain(Buffer.from(wire, "base64"), secret, 7n);
  const sent = await send(server, Buffer.from(other).toString("base64"));
  expect(sent.result).toEqual(expect.any(String));
  expect((await client.analytics.usage()).transactions.used).toBe(1);
});

interface Failed {
  readonly reason: string;
  readonly logs: string[];
}

describe("a failed simulation has its reason and the programs' logs", () => {
  async function failed(server: MockServer, client: IntentTx, command: string, wallet?: string) {
    const walletAddress = wallet ?? server.wallets.alice.address;
    const { intentId } = await client.intents.parse({ walletAddress, command, slippage: 10 });
    return async (): Promise<Failed> => {
      const error = await failureOf(client.transactions.build({ intentId, walletAddress }));
      expect(error).toMatchObject({ code: "simulation_failed", status: 400 });
      return (error as Error & { details: Failed }).details;
    };
  }

  test.for([
    ["swap 1 SOL for USDC", -5],
    // The wallet also lacks the funds, but the swap program checks the price first.
    ["swap 20000 USDC for SOL", 5],
  ] as const)(
    "when the price moved past the slippage: %s",
    async ([command, percent], { server, client }) => {
      const build = await failed(server, client, command);
      movePool(server, percent);
      const { reason, logs } = await build();
      expect(reason).toContain("slippage tolerance exceeded");
      expect(logs).toContain("Program log: Error: slippage tolerance exceeded");
      expect(logs.at(-1)).toContain("custom program error: 0x1771");
    },
  );

  const short = (holds: string, needs: string) =>
    `insufficient funds: the wallet holds ${holds}, but ${needs} is needed`;
  // If an account is missing, the token program reports the error, since the account is created first.
  const byProgram = /insufficient funds|custom program error: 0x1$/im;
  const SYSTEM = "11111111111111111111111111111111";
  test.for<[command: string, reason: string, logs: RegExp, wallet?: string]>([
    ["send 999999 USDC to bob.sol", short("10000 USDC", "999999 USDC"), byProgram],
    ["send 5 WIF to bob.sol", short("0 WIF", "5 WIF"), byProgram],
    ["swap 5 WIF for USDC", short("0 WIF", "5 WIF"), byProgram],
    ["send 1000 SOL to bob.sol", short("100 SOL", "1000 SOL"), /./],
    ["swap 100 SOL for USDC", "insufficient funds", /./],
    ["send 99.9995 SOL to bob.sol", "insufficient funds for rent: the wallet would be left", /^/],
    [`send 0.0001 SOL to ${STRANGER}`, `insufficient funds for rent: account ${STRANGER}`, /^/],
    // A wallet that is a program of the transaction, and one that does not exist.
    ["send 1 SOL to bob.sol", "not a System account", /^/, SYSTEM],
    ["send 1 SOL to bob.sol", "insufficient funds", /^/, STRANGER],
  ])("%s: %s", async ([command, reason, logs, wallet], { server, client }) => {
    const details = await (await failed(server, client, command, wallet))();
    expect(details.reason).toContain(reason);
    expect(details.logs.join("\n")).toMatch(logs);
  });
});
