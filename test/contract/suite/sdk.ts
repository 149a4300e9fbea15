import { DIALECTS, type Dialect } from "@intent-tx/mock-server";
import type { ApiError, IntentTx } from "intent-tx";
import * as errors from "intent-tx";
import { expect, describe as group, test } from "vitest";
import type { Setup, SetupOptions, Target } from "./setup.js";

const CAROL: SetupOptions = { world: { wallets: { carol: { SOL: "10", USDC: "50", history: 23 } } } };

export const DIALECT_NAMES = Object.keys(DIALECTS) as Dialect[];

async function failure(promise: PromiseLike<unknown>): Promise<ApiError> {
  const error = await Promise.resolve(promise).then(
    () => new Error("the call was expected to be refused"),
    (reason: Error) => reason,
  );
  expect(error).toBeInstanceOf(errors.ApiError);
  return error as ApiError;
}

async function parsed(client: IntentTx, setup: Setup, command: string) {
  return client.intents.parse({ walletAddress: setup.alice, command });
}

/** Tests the contract through the SDK: the same calls have the same results in every dialect. */
export function sdkSuite(target: Target, dialect: Dialect): void {
  const minimal = dialect === "strict-minimal";
  const open = (options: SetupOptions = {}) => target.open({ dialect, ...options });

  group(`SDK, ${target.name}, ${dialect}`, () => {
    test("the whole loop: parse, build, sign, send, and find the transaction in the history", async () => {
      await using setup = await open();
      const client = setup.client();
      const before = await client.portfolio.retrieve(setup.alice);
      const intent = await parsed(client, setup, "swap 0.5 SOL for USDC");
      expect(intent.parameters.amount).toBe(500_000_000n);
      const built = await client.transactions.build({
        intentId: intent.intentId,
        walletAddress: setup.alice,
      });
      expect(built.simulation?.success).toBe(true);
      const signature = await setup.send(built.transaction);
      const after = await client.portfolio.retrieve(setup.alice);
      expect(before.solBalance - after.solBalance).toBe(500_000_000n + built.expectedOutput.fee);
      const { data, hasMore } = await client.transactions.list(setup.alice);
      expect([data[0]?.signature, hasMore]).toEqual([signature, false]);
      const usage = await client.analytics.usage();
      expect([usage.transactions.used, usage.transactions.limit]).toEqual([1, Number.POSITIVE_INFINITY]);
      const metrics = await client.analytics.metrics({
        startDate: "2026-01-01",
        endDate: new Date("2026-01-02"),
      });
      expect([metrics.transactions.total, metrics.intents.total]).toEqual([1, 1]);
    });

    test("decision 3: iterating pages returns every record once, and resumes at a cursor", async () => {
      await using setup = await open(CAROL);
      const client = setup.client();
      const carol = setup.wallet("carol");
      const all = await client.transactions.list(carol, { limit: 100 }).toArray({ max: 1000 });
      expect(all.length).toBeGreaterThanOrEqual(23);
      const walked: string[] = [];
      for await (const { signature } of client.transactions.list(carol, { limit: 7 })) walked.push(signature);
      expect(walked).toEqual(all.map(({ signature }) => signature));
      const first = await client.transactions.list(carol, { limit: 7 });
      expect(first.nextCursor).toBe(walked[6]);
      const rest = await client.transactions.list(carol, { limit: 100, cursor: first.nextCursor! });
      expect(rest.data.map(({ signature }) => signature)).toEqual(walked.slice(7));
      // Decision 46: the last page has no cursor.
      expect([rest.hasMore, rest.nextCursor]).toEqual([false, undefined]);
    });

    test("decision 9: a 429 is a RateLimitError with the time to wait, and a client that waits succeeds", async () => {
      await using setup = await open({
        now: "2026-01-01T00:00:42Z",
        world: { accounts: { spent: { requestsUsed: 30 } } },
      });
      let now = Date.parse("2026-01-01T00:00:42Z");
      const slept: number[] = [];
      const clock = {
        now: () => now,
        sleep: async (ms: number) => {
          slept.push(ms);
          now += ms;
          await setup.advance(ms);
        },
      };
      const error = await failure(setup.client("spent", { clock, maxRetries: 0 }).prices.retrieve("SOL"));
      expect(error).toBeInstanceOf(errors.RateLimitError);
      expect(error).toMatchObject({ status: 429, code: "rate_limit_exceeded", retryAfterMs: 18_000 });
      const patient = setup.client("spent", { clock, rateLimit: "wait" });
      expect((await patient.prices.retrieve("SOL")).symbol).toBe("SOL");
      const waited = slept.reduce((sum, ms) => sum + ms, 0);
      expect(waited).toBeGreaterThanOrEqual(18_000);
      expect(waited).toBeLessThan(30_000);
    });

    test("decisions 11, 12 and 15: each refusal has its class, code and status", async () => {
      await using setup = await open();
      const client = setup.client();
      const { key } = await setup.issue({ tier: "free", scopes: ["write:intents"] });
      const stranger = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
      const query = await parsed(client, setup, "what is my SOL balance");
      const broke = await parsed(client, setup, "send 90000 SOL to bob.sol");
      const build = (intentId: string) => client.transactions.build({ intentId, walletAddress: setup.alice });
      const expected = [
        [
          () => client.prices.retrieve("SOL", { apiKey: "svc_live_no" }),
          errors.AuthenticationError,
          401,
          "unauthorized",
        ],
        [
          () => client.prices.retrieve("SOL", { apiKey: key }),
          errors.PermissionError,
          403,
          "insufficient_scope",
        ],
        [() => client.prices.retrieve("NOPE"), errors.TokenNotFoundError, 404, "token_not_found"],
        [() => client.portfolio.retrieve(stranger), errors.WalletNotFoundError, 404, "wallet_not_found"],
        [() => build("intent_none"), errors.NotFoundError, 404, "intent_not_found"],
        [() => client.keys.revoke("key_none"), errors.NotFoundError, 404, "key_not_found"],
        [() => parsed(client, setup, "buy some SOL"), errors.ParsingError, 422, "parsing_error"],
        [() => build(query.intentId), errors.ApiError, 422, "intent_not_buildable"],
        [() => build(broke.intentId), errors.SimulationFailedError, 400, "simulation_failed"],
        [
          () => client.transactions.list(setup.alice, { cursor: "1".repeat(64) }),
          errors.ValidationError,
          400,
          "validation_error",
        ],
      ] as const;
      for (const [call, type, status, code] of expected) {
        const error = await failure(call());
        expect(error, code).toBeInstanceOf(type);
        expect(error, code).toMatchObject({ status, code });
        if (status !== 422 || code === "parsing_error")
          expect(error.details === undefined, code).toBe(minimal);
      }
    });

    test("decisions 20, 22 and 23: keys are created, rotated and revoked", async () => {
      await using setup = await open();
      const client = setup.client();
      const made = await client.keys.create({ name: "sdk", scopes: ["read:prices", "admin"] });
      expect((await client.prices.retrieve("SOL", { apiKey: made.key })).symbol).toBe("SOL");
      const next = await client.keys.rotate(made.keyId);
      expect([next.rotatedFrom, next.overlapEndsAt]).toEqual([made.keyId, "2026-01-02T00:00:00.000Z"]);
      const conflict = await failure(client.keys.rotate(made.keyId));
      expect(conflict).toBeInstanceOf(errors.ConflictError);
      expect(await client.keys.revoke(next.keyId)).toMatchObject({ keyId: next.keyId, status: "revoked" });
      const gone = await failure(client.prices.retrieve("SOL", { apiKey: next.key }));
      expect(gone.status).toBe(401);
    });
  });
}
