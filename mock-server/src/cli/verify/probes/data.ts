import { OPERATIONS, type OperationName } from "intent-tx/contract";
import type { Answer, Check, Probe } from "../probe.js";
import { isObject, member, payloadOf } from "../read.js";
import { namesField, refusedWith } from "./refusals.js";

type Issue = {
  readonly code?: string;
  readonly path: readonly PropertyKey[];
  readonly keys?: readonly string[];
};

/** Integers that a double cannot hold come as `bigint`, since the schema asks for exact ones. */
function exact(value: unknown): unknown {
  if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value))
    return BigInt(value);
  if (Array.isArray(value)) return value.map(exact);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, exact(inner)]));
}

/** Entries of these are any object by decisions 28, 29 and 48, which have checks of their own. */
const OPEN = new Set(["nfts", "staked", "details"]);

function issuesOf(operation: OperationName, answer: Answer): readonly Issue[] {
  const result = OPERATIONS[operation].response.safeParse(exact(payloadOf(answer)));
  if (result.success) return [];
  const issues = result.error.issues as readonly Issue[];
  return issues.filter(({ path }) => !path.some((name) => OPEN.has(String(name))));
}

const extraOf = (issues: readonly Issue[]) => issues.filter(({ code }) => code === "unrecognized_keys");
const pathOf = ({ path, keys = [] }: Issue) =>
  [...path.map(String), keys.join(", ")].filter(Boolean).join(".");

/** The contract's fields and no others (decision 40 for the others). */
export function payloadIs(operation: OperationName, decision: number): Check[] {
  const shown = (answer: Answer) => answer.status === OPERATIONS[operation].status && isObject(answer.json);
  return [
    {
      decision,
      expect: `the answer of ${operation} has the contract's fields and types`,
      holds: (answer) => {
        if (!shown(answer)) return undefined;
        const issues = issuesOf(operation, answer);
        return issues.length === extraOf(issues).length;
      },
      found: (answer) => {
        const issues = issuesOf(operation, answer);
        const wrong = issues.filter((issue) => !extraOf(issues).includes(issue));
        return `missing or of another type: ${wrong.map(pathOf).join(", ") || "nothing"}`;
      },
    },
    {
      decision: 40,
      expect: `${operation} answers no further fields`,
      holds: (answer) => (shown(answer) ? extraOf(issuesOf(operation, answer)).length === 0 : undefined),
      found: (answer) => `further fields: ${extraOf(issuesOf(operation, answer)).map(pathOf).join("; ")}`,
    },
  ];
}

function entriesAre(decision: number, name: string, fields: readonly string[]): Check {
  const entries = (answer: Answer) => member(payloadOf(answer), name);
  return {
    decision,
    expect: `${name} is a list of { ${fields.join(", ")} }`,
    holds: (answer) => {
      if (answer.status !== 200) return undefined;
      const list = entries(answer);
      if (!Array.isArray(list)) return false;
      if (list.length === 0) return undefined;
      return list.every((entry) => fields.every((field) => member(entry, field) !== undefined));
    },
    found: (answer) => {
      const list = entries(answer);
      if (!Array.isArray(list)) return `${name} is absent or no list`;
      return list.length === 0
        ? "the wallet has none"
        : `an entry has ${Object.keys(Object(list[0])).join(", ")}`;
    },
  };
}

/** Prices and portfolios (decisions 6, 27 to 30, 34, 40, 47). */
export const DATA_PROBES: readonly Probe[] = [
  {
    name: "price",
    request: () => ({
      method: "GET",
      path: "/prices/SOL",
      headers: { origin: "https://intent-tx-verify.example" },
    }),
    checks: [
      ...payloadIs("prices.retrieve", 34),
      {
        decision: 50,
        expect: "an answer to another origin allows it",
        holds: (answer) => answer.headers.get("access-control-allow-origin") === "*",
        found: (answer) =>
          `Access-Control-Allow-Origin is ${answer.headers.get("access-control-allow-origin") ?? "absent"}`,
      },
      {
        decision: 50,
        expect: "X-RateLimit-*, X-Request-Id, Retry-After and Date are exposed",
        holds: (answer) => {
          const exposed = (answer.headers.get("access-control-expose-headers") ?? "").toLowerCase();
          return ["x-ratelimit-reset", "x-request-id", "retry-after", "date"].every((name) =>
            exposed.includes(name),
          );
        },
        found: (answer) =>
          `Access-Control-Expose-Headers is ${answer.headers.get("access-control-expose-headers") ?? "absent"}`,
      },
    ],
  },
  {
    name: "price by small letters",
    request: () => ({ method: "GET", path: "/prices/usdc" }),
    checks: [
      {
        decision: 47,
        expect: "token symbols ignore case",
        holds: ({ status }) => (status === 200 ? true : status === 404 ? false : undefined),
      },
      {
        decision: 34,
        expect: "USDC costs 1",
        holds: (answer) => (answer.status === 200 ? member(payloadOf(answer), "price") === 1 : undefined),
        found: (answer) => `price is ${JSON.stringify(member(payloadOf(answer), "price"))}`,
      },
    ],
  },
  {
    name: "head",
    request: () => ({ method: "HEAD", path: "/prices/SOL" }),
    checks: [
      {
        decision: 6,
        expect: "HEAD is GET without the body",
        holds: (answer, { seen }) => answer.status === seen.get("price")?.status && answer.text === "",
      },
    ],
  },
  {
    name: "portfolio of a stranger",
    request: ({ stranger }) => ({ method: "GET", path: `/portfolio/${stranger}` }),
    checks: [refusedWith(30, "wallet_not_found", "the portfolio of a wallet without activity")],
  },
  {
    name: "portfolio with a wrong flag",
    request: ({ stranger }) => ({ method: "GET", path: `/portfolio/${stranger}?includeNFTs=yes` }),
    checks: [namesField(47, "a flag that is neither true nor false", "includeNFTs")],
  },
  {
    name: "portfolio",
    needs: "--wallet with a wallet that has activity",
    request: ({ wallet }) =>
      wallet === undefined
        ? undefined
        : { method: "GET", path: `/portfolio/${wallet}?includeNFTs=true&includeStaked=true` },
    checks: [
      {
        decision: 27,
        expect: "base units are JSON integers",
        holds: (answer) =>
          answer.status === 200 ? Number.isInteger(member(payloadOf(answer), "solBalance")) : undefined,
        found: (answer) => `solBalance is a ${typeof member(payloadOf(answer), "solBalance")}`,
      },
      entriesAre(28, "nfts", ["mint", "name", "symbol"]),
      entriesAre(29, "staked", ["stakeAccount", "validator", "lamports", "status"]),
      ...payloadIs("portfolio.retrieve", 27),
    ],
  },
];
