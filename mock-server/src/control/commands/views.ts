import { ENVIRONMENTS } from "intent-tx/contract";
import * as z from "zod/mini";
import { invalidField, notFound } from "../../kernel/errors.js";
import { choice, dateText, integerText, maybe, part } from "../../kernel/schema-kit.js";
import { DAY_MS } from "../../kernel/time.js";
import { command } from "../command.js";

/** Maximum number of accounts in a response: computing the usage of each takes time. */
const PAGE = 100;

const MAX_POINTS = 2_000;
const MAX_DAYS = 366;

const environment = z._default(choice(ENVIRONMENTS), "live");

/** The studio's views of a World, which change nothing. */
export const viewCommands = {
  "GET /accounts": command({
    summary:
      "The accounts with their tier, rate-limit windows, usage and keys (without secrets), a page at a time.",
    internal: true,
    query: part({
      limit: z._default(integerText(1, PAGE), PAGE),
      offset: z._default(integerText(0), 0),
    }),
    run: ({ world }, { query: { limit, offset } }) => {
      const { keys, limits, usage } = world.parts;
      const all = keys.accounts();
      const data = all.slice(offset, offset + limit).map(({ account, tier, keys: records }) => {
        const { requests, transactions } = usage.usage({ account, tier, environment: "live" });
        return {
          account,
          tier,
          windows: limits.windows(account, tier),
          usage: { requests: requests.used, transactions: transactions.used },
          keys: records,
        };
      });
      return { data, total: all.length };
    },
  }),
  "GET /accounts/{account}/days": command({
    summary: "An account's activity on each of the last `days` days (default 7), oldest first.",
    internal: true,
    query: z.lazy(() => part({ days: z._default(integerText(1, MAX_DAYS), 7) })),
    run: ({ world }, { params: { account: id = "" }, query: { days } }) => {
      const { clock, keys, metrics } = world.parts;
      if (!keys.accounts().some(({ account }) => account === id)) {
        throw notFound("account", id, `No account has the ID ${id}; GET /_mock/accounts lists them.`);
      }
      const end = Math.floor(clock.now() / DAY_MS) * DAY_MS + DAY_MS;
      const data = Array.from({ length: days }, (_, index) => {
        const start = end - (days - index) * DAY_MS;
        const startDate = new Date(start).toISOString();
        const endDate = new Date(start + DAY_MS).toISOString();
        const counted = metrics.metrics({ account: id }, { startDate, endDate });
        return {
          day: startDate,
          swaps: counted.transactions.swaps,
          transfers: counted.transactions.transfers,
          parseErrors: counted.intents.parseErrors,
          volumeUsd: counted.volume.totalUSD,
        };
      });
      return { data };
    },
  }),
  "GET /pools": command({
    summary: "Every pool of a network with its fee and its current reserves, in base units.",
    internal: true,
    query: z.lazy(() => part({ environment })),
    run: async ({ world }, { query }) => {
      const pools = await world.parts.markets.get(query.environment).pools();
      const data = pools.map(({ bump: _, reserveA, reserveB, ...pool }) => ({
        ...pool,
        reserveA: reserveA.toString(),
        reserveB: reserveB.toString(),
      }));
      return { data };
    },
  }),
  "GET /prices/{token}": command({
    summary: "A token's price history in USD; by default the last 24 hours in 97 points.",
    internal: true,
    query: z.lazy(() =>
      part({
        environment,
        from: maybe(dateText),
        to: maybe(dateText),
        points: z._default(integerText(2, MAX_POINTS), 97),
      }),
    ),
    run: ({ world }, { params, query: { environment, from, to, points } }) => {
      const market = world.parts.markets.get(environment);
      const token = market.listed(params["token"] ?? "");
      const end = to ?? world.parts.clock.now();
      const start = from ?? end - DAY_MS;
      if (start >= end) throw invalidField("from", 'must be earlier than "to"');
      const { mint, symbol } = token;
      return { environment, mint, symbol, data: market.priceHistory(token, start, end, points) };
    },
  }),
};

type View<N extends keyof typeof viewCommands> = Awaited<ReturnType<(typeof viewCommands)[N]["run"]>>;
export type AccountView = View<"GET /accounts">["data"][number];
export type DayView = View<"GET /accounts/{account}/days">["data"][number];
export type PoolView = View<"GET /pools">["data"][number];
export type PriceHistoryView = View<"GET /prices/{token}">;
