import { Keypair } from "@solana/web3.js";
import { describe, expect } from "vitest";
import { accountOnly, emptiedWallet, makeNft, makeStake } from "./chain.js";
import { type Setup, type Target, testOf, testOwnChain } from "./setup.js";

const STRANGER = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
const CAROL = { world: { wallets: { carol: { SOL: "10", USDC: "50", history: 120 } } } } as const;

const statusOf = async (setup: Setup, signature: string, wallet = setup.alice) =>
  (await setup.history(wallet)).data.find((record) => record.signature === signature)?.status;

/** Decisions 18, 28 to 30, 46 and 48: balances and history of wallets. */
export function walletsSuite(target: Target): void {
  const test = testOf(target);
  describe("wallets", () => {
    testOwnChain(target)(
      "decision 18: a transaction is confirmed, then finalized; a failed one stays failed",
      async () => {
        await using setup = await target.open();
        const { signature } = await setup.execute("send 0.1 SOL to bob.sol");
        const failed = await setup.execute("send 90000 SOL to bob.sol", {
          build: { simulate: false },
          skipPreflight: true,
        });
        expect(await statusOf(setup, signature)).toBe("confirmed");
        expect(await statusOf(setup, failed.signature)).toBe("failed");
        await setup.advance("13s");
        expect(await statusOf(setup, signature)).toBe("finalized");
        expect(await statusOf(setup, failed.signature)).toBe("failed");
        await setup.advance("24h");
        expect(await statusOf(setup, signature)).toBe("finalized");
      },
    );

    testOwnChain(target)(
      "decision 18: a chain that is slow to confirm keeps a transaction at processed",
      async () => {
        await using setup = await target.open();
        await setup.fault({ kind: "slow-confirm", by: "1m" });
        const { signature } = await setup.execute("send 0.1 SOL to bob.sol");
        expect(await statusOf(setup, signature)).toBe("processed");
        await setup.advance("2m");
        expect(await statusOf(setup, signature)).not.toBe("processed");
      },
    );

    test("decision 28: NFTs are listed when asked for, with mint, name and symbol", async ({ setup }) => {
      const mint = await makeNft(setup);
      expect(await setup.portfolio(setup.alice)).not.toHaveProperty("nfts");
      expect(await setup.portfolio(setup.alice, "?includeNFTs=false")).not.toHaveProperty("nfts");
      const { nfts, tokens } = await setup.portfolio(setup.alice, "?includeNFTs=true");
      const short = `${mint.slice(0, 4)}…${mint.slice(-4)}`;
      expect(nfts).toEqual([{ mint, name: short, symbol: short }]);
      expect(tokens.map((token) => token.mint)).not.toContain(mint);
    });

    test("decision 29: stakes are listed when asked for, and the total value includes them", async () => {
      await using setup = await target.open();
      const stakeAccount = await makeStake(setup, 5_000_000_000n);
      const without = await setup.portfolio(setup.alice);
      expect(without).not.toHaveProperty("staked");
      const { staked, totalValue } = await setup.portfolio(setup.alice, "?includeStaked=true");
      expect(staked).toEqual([{ stakeAccount, validator: "", lamports: 5_000_000_000, status: "inactive" }]);
      const { price } = await setup.price("SOL");
      expect((totalValue! - without.totalValue!) / (5 * price)).toBeCloseTo(1, 3);
    });

    test("decision 30: a wallet without account and history is 404, a funded or emptied one is not", async () => {
      await using setup = await target.open();
      const stranger = Keypair.generate().publicKey.toBase58();
      (await setup.get(`/portfolio/${stranger}`)).refusal(404, "wallet_not_found");
      await setup.fund(stranger, { SOL: 1 });
      expect(Number((await setup.portfolio(stranger)).solBalance)).toBe(1_000_000_000);
      (await setup.get(`/portfolio/${stranger}`, { key: "test" })).refusal(404, "wallet_not_found");
      expect(Number((await setup.portfolio(await emptiedWallet(setup))).solBalance)).toBe(0);
    });

    test.for(["0", "101", "-1", "1.5", "0x10", "1e1", "", "ten", " 5"])(
      "decision 46: limit=%j is 400",
      async (limit, { setup }) => {
        const answer = await setup.get(`/transactions/${setup.alice}?limit=${encodeURIComponent(limit)}`);
        expect(answer.refusedField).toBe("limit");
      },
    );

    testOwnChain(target)(
      "decision 46: pages have 50 records, or up to 100 on request, newest first, and the last page has no cursor",
      async () => {
        await using setup = await target.open(CAROL);
        const carol = setup.wallet("carol");
        const first = await setup.history(carol);
        expect(first.data).toHaveLength(50);
        const all: string[] = [];
        let page = await setup.history(carol, "?limit=100");
        expect(page.data).toHaveLength(100);
        for (;;) {
          all.push(...page.data.map(({ signature }) => signature));
          expect(page.pagination.hasMore).toBe(page.pagination.before !== undefined);
          if (!page.pagination.hasMore) break;
          page = await setup.history(carol, `?limit=100&before=${page.pagination.before}`);
        }
        expect(page.pagination).toEqual({ hasMore: false });
        expect(new Set(all).size).toBe(all.length);
        expect(all.length).toBeGreaterThanOrEqual(120);
        const times = first.data.map(({ timestamp }) => timestamp);
        expect(times).toEqual([...times].sort().reverse());
      },
    );

    test("decision 46: type filters by kind, and an unknown type is 400", async ({ setup }) => {
      const { signature: swap } = await setup.execute("swap 0.5 SOL for USDC");
      const { signature: transfer } = await setup.execute("send 1 USDC to bob.sol");
      const listed = async (type: string) =>
        (await setup.history(setup.alice, `?type=${type}`)).data.map((record) => record.signature);
      // On a shared chain, older transactions of other tests follow these.
      expect((await listed("swap"))[0]).toBe(swap);
      expect((await listed("transfer"))[0]).toBe(transfer);
      expect((await listed("all")).slice(0, 2)).toEqual([transfer, swap]);
      const none = await setup.get(`/transactions/${setup.alice}?type=stake`);
      expect(none.refusedField).toBe("type");
    });

    testOwnChain(target)(
      "decision 46: a cursor that is malformed or another wallet's is 400, an unknown wallet has an empty list",
      async () => {
        await using setup = await target.open(CAROL);
        const [foreign] = (await setup.history(setup.wallet("carol"))).data;
        for (const before of ["x", "1".repeat(64), foreign!.signature]) {
          const answer = await setup.get(`/transactions/${setup.alice}?before=${before}`);
          expect(answer.refusedField, before).toBe("before");
        }
        expect(await setup.history(STRANGER)).toEqual({ data: [], pagination: { hasMore: false } });
      },
    );

    test("decision 46: incoming transfers, airdrops and failed transactions are in the history", async () => {
      await using setup = await target.open();
      const sent = await setup.execute("send 1 USDC to bob.sol");
      await setup.fund(setup.bob, { SOL: "2.5" });
      const failed = await setup.execute("swap 90000 SOL for USDC", {
        by: "bob",
        build: { simulate: false },
        skipPreflight: true,
      });
      const data = (await setup.history(setup.bob)).data.slice(0, 3);
      expect(data.map(({ type, status, details }) => ({ type, status, details }))).toEqual([
        {
          type: "swap",
          status: "failed",
          details: expect.objectContaining({ inputToken: "SOL", inputAmount: 90_000 }),
        },
        {
          type: "transfer",
          status: "confirmed",
          details: { token: "SOL", amount: 2.5, recipient: setup.bob },
        },
        {
          type: "transfer",
          status: "confirmed",
          details: { token: "USDC", amount: 1, recipient: setup.bob },
        },
      ]);
      expect([data[0]!.signature, data[2]!.signature]).toEqual([failed.signature, sent.signature]);
    });

    test("decision 48: details are symbols and human units, the recipient is the wallet", async () => {
      await using setup = await target.open();
      const swap = await setup.execute("swap 0.5 SOL for USDC");
      const transfer = await setup.execute("send 12.5 USDC to bob.sol");
      const [second, first] = (await setup.history(setup.alice)).data;
      expect(second).toMatchObject({
        signature: transfer.signature,
        type: "transfer",
        details: { token: "USDC", amount: 12.5, recipient: setup.bob },
      });
      expect(first).toMatchObject({
        signature: swap.signature,
        type: "swap",
        details: {
          inputToken: "SOL",
          outputToken: "USDC",
          inputAmount: 0.5,
          outputAmount: Number(swap.intent.route!.outAmount) / 1e6,
          priceImpact: swap.intent.route!.priceImpact,
        },
      });
    });

    test("decision 48: transactions other than swaps and transfers are left out", async ({ setup }) => {
      // Compares signatures only, because on a validator statuses become finalized between the two calls.
      const listed = async () => (await setup.history(setup.alice)).data.map(({ signature }) => signature);
      const before = await listed();
      const signature = await accountOnly(setup);
      expect(await listed()).toEqual(before);
      const [status] = (await setup.rpc<{ value: unknown[] }>("getSignatureStatuses", [[signature]])).value;
      expect(status).toMatchObject({ err: null });
    });
  });
}
