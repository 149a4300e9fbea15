import { existsSync } from "node:fs";
import { createMockServer, type MockServer } from "@intent-tx/mock-server";
import { Connection, Keypair } from "@solana/web3.js";
import bs58 from "bs58";
import { IntentTx } from "intent-tx";
import { signAndSend, verifyTransaction } from "intent-tx/solana";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ValidatorProcess } from "../../../mock-server/src/cli/validator-process.js";
import { Clock } from "../../../mock-server/src/kernel/clock.js";
import { createValidatorLedger } from "../../../mock-server/src/ledger/validator/validator-ledger.js";
import { State } from "../../../mock-server/src/state/state.js";
import { temporaryFolder } from "../../folder.js";
import { cli } from "../../server/cli/cli-process.js";
import { api, control } from "../../server/lab.js";
import { poolsOf, tradesOf } from "../../server/market/arbitrage-chain.js";
import { discords } from "../../server/market/arbitrage-market.js";
import { describeLedgerPort, SEED, world } from "../../server/rpc/ledger-port.js";
import { installedValidator } from "../installed-validator.js";

const program = installedValidator("the ledger over it");

const openLedger = ({ url }: ValidatorProcess) =>
  createValidatorLedger({
    environment: "live",
    state: new State(),
    world,
    url,
    clock: new Clock({ now: Date.UTC(2026, 0, 1), running: false }),
  });

// A separate test, so that two validators never run at the same time: each takes 1.6 GB and a core.
test.skipIf(program === undefined)(
  "the command starts a validator with the world, serves over it, and leaves nothing behind",
  async () => {
    const env = { SOLANA_TEST_VALIDATOR: program };
    const command = await cli(["validator", "--port", "0", "--json"], { env });
    onTestFinished(() => void command.child.kill("SIGTERM"));
    const ready = await command.ready();
    expect(ready.event).toBe("ready");
    const [, url = "", ledger = ""] = await command.said(/Validator (\S+), ledger in (\S+)/, "err");
    expect((await api({ ...ready, fetch }, "GET", "/prices/SOL")).status).toBe(200);
    expect(existsSync(ledger)).toBe(true);
    expect((await command.kill("SIGTERM")).code).toBe(0);
    expect(existsSync(ledger)).toBe(false);
    await expect(fetch(url)).rejects.toThrow();
  },
);

test.skipIf(program === undefined)(
  "a kept chain continues from its last slot, and belongs to one seed",
  async () => {
    const ledger = temporaryFolder();
    const wallet = world.faucet.address;
    const start = (seed: number) => ValidatorProcess.start({ program: program ?? "", seed, ledger });
    const first = await start(Number(SEED));
    const chain = await openLedger(first);
    await chain.fund(wallet, { tokens: new Map([[world.tokens[1]!.mint, 5n]]) });
    await first.stop();
    await expect(start(2)).rejects.toThrow(/was created with --seed 1/);
    const second = await start(Number(SEED));
    onTestFinished(() => second.stop());
    expect(await (await openLedger(second)).tokenAccounts(wallet)).toMatchObject([{ amount: 5n }]);
  },
);

describe.skipIf(program === undefined)("over solana-test-validator", () => {
  let validator: ValidatorProcess;

  beforeAll(async () => {
    validator = await ValidatorProcess.start({ program: program ?? "", seed: Number(SEED) });
  });
  afterAll(() => validator?.stop());

  describeLedgerPort("a validator", () => openLedger(validator));

  describe("the service", () => {
    let server: MockServer;
    let client: IntentTx;
    let connection: Connection;

    beforeAll(async () => {
      server = await createMockServer({ seed: Number(SEED), rpcUrl: validator.url });
      client = new IntentTx(server.clientOptions("enterprise"));
      connection = new Connection(server.rpc.live, {
        fetch: server.fetch as typeof fetch,
        commitment: "confirmed",
      });
    });
    afterAll(() => server?.close());

    async function execute(command: string) {
      const signer = Keypair.fromSecretKey(bs58.decode(server.wallets.alice.secretKey));
      const walletAddress = server.wallets.alice.address;
      const intent = await client.intents.parse({ walletAddress, command });
      const built = await client.transactions.build({ intentId: intent.intentId, walletAddress });
      verifyTransaction(built, intent, { walletAddress });
      const landed = await signAndSend({ intent, built, signer, connection });
      return { intent, built, landed, walletAddress };
    }

    const metrics = () => {
      const hour = 3_600_000;
      const now = Date.now();
      return client.analytics.metrics({ startDate: new Date(now - hour), endDate: new Date(now + hour) });
    };

    test("swaps: parsed, built, verified, signed, sent, confirmed, in portfolio, history and metrics", async () => {
      const held = async () => {
        const { solBalance, tokens } = await client.portfolio.retrieve(server.wallets.alice.address);
        return { sol: solBalance, usdc: tokens.find(({ symbol }) => symbol === "USDC")!.balance };
      };
      const before = await held();
      const { built, landed, walletAddress } = await execute("swap 0.5 SOL for USDC");
      const after = await held();
      expect(after.usdc - before.usdc).toBe(built.expectedOutput.outputAmount);
      expect(before.sol - after.sol).toBe(500_000_000n + built.expectedOutput.fee);
      const [record] = (await client.transactions.list(walletAddress, { limit: 1 })).data;
      expect(record).toMatchObject({
        signature: landed.signature,
        type: "swap",
        status: "confirmed",
        details: { inputToken: "SOL", outputToken: "USDC", inputAmount: 0.5 },
      });
      await expect
        .poll(async () => (await metrics()).transactions, { interval: 100 })
        .toMatchObject({ total: 1, swaps: 1, successRate: 100 });
    });

    test("funding is sent to the chain; restore and chain faults are refused with 409", async () => {
      const { address } = server.wallets.bob;
      const { balances } = await server.fund(address, { SOL: "1", JUP: 2 });
      expect(balances["JUP"]).toBe("2");
      const refusal = async (method: string, path: string, body: unknown) => {
        const { status, body: answer } = await control(server, method, path, body);
        return { status, code: answer.error?.code };
      };
      const conflict = { status: 409, code: "conflict" };
      expect(await refusal("PUT", "/state", await server.snapshot())).toEqual(conflict);
      expect(await refusal("POST", "/faults", { fault: { kind: "drop-transaction" } })).toEqual(conflict);
      expect(await refusal("POST", "/faults", { fault: { kind: "moved-pool", pool: "SOL-USDC" } })).toEqual(
        conflict,
      );
      // The test network runs in this process, where its pools can be moved.
      const moved = { kind: "moved-pool", pool: "SOL-USDC", environment: "test" };
      expect((await refusal("POST", "/faults", { fault: moved })).status).toBe(201);
    });

    test("the test network stays in this process", async () => {
      const own = new IntentTx(server.clientOptions("test"));
      const { solBalance } = await own.portfolio.retrieve(server.wallets.alice.address);
      expect(solBalance).toBe(100_000_000_000n);
    });

    // Last, because it moves prices permanently.
    test("pools are not rebalanced after trades", async () => {
      await server.fund(server.wallets.alice.address, { SOL: "4000" });
      await execute("swap 3000 SOL for USDC");
      await expect.poll(async () => discords(await poolsOf(server))).not.toEqual([]);
      expect(await tradesOf(server)).toEqual([]);
    });
  });
});
