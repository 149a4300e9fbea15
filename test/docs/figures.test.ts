import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LIMITS, TIER_LIMITS, TIERS } from "intent-tx/contract";
import { describe, expect, test } from "vitest";
import { REQUESTS_KEPT } from "../../mock-server/src/control/log/expected-calls.js";
import { SLOT_MS } from "../../mock-server/src/fixtures/world-data.js";
import { BODY_LIMITS } from "../../mock-server/src/http/body-limits.js";
import { LISTENER_LIMITS } from "../../mock-server/src/http/listener.js";
import {
  BLOCKHASH_BLOCKS,
  FINALIZATION_SLOTS,
  REMEMBERED_BLOCKS,
  TRANSACTIONS_KEPT,
} from "../../mock-server/src/ledger/slots.js";
import { RPC_LIMITS } from "../../mock-server/src/rpc/limits.js";
import { DEFAULT_LIMIT } from "../../mock-server/src/server/sessions.js";
import { DEFAULTS } from "../../src/http/config.js";
import { SHARED_DEFAULTS } from "../../src/rotation/shared-rotation.js";
import { filesIn, ROOT } from "./blocks.js";

const many = (count: number) => count.toLocaleString("en-US");
const seconds = (ms: number) => ms / 1000;
const minutes = (ms: number) => ms / 60_000;
const hours = (ms: number) => ms / 3_600_000;
const percent = (bps: number) => `${bps / 100}%`;
const { slippageMin, slippageMax, slippageDefault, priorityFeeDefault, priorityFeeMax } = LIMITS;
const { free, enterprise } = TIER_LIMITS;
const overlap = hours(LIMITS.rotationOverlapMs);

/** Sentences of the pages, built from the constants. A page with a different figure fails. */
const FACTS: readonly (readonly [page: string, sentence: string])[] = [
  ...TIERS.map((tier) => {
    const { requestsPerMinute, transactionsPerDay } = TIER_LIMITS[tier];
    const day = transactionsPerDay === Number.POSITIVE_INFINITY ? "unlimited" : many(transactionsPerDay);
    return ["rate-limits", `| ${tier} | ${many(requestsPerMinute)} | ${day} |`] as const;
  }),
  ["rate-limits", `and ${LIMITS.testRequestsPerDay} requests per day, which all test keys`],
  ["rate-limits", `its limit is ${free.requestsPerMinute} requests a minute`],
  ["rate-limits", `longer than ${seconds(DEFAULTS.maxWait)} seconds, the call rejects immediately`],
  ["rate-limits", `${LIMITS.anonymousRequestsPerMinute} requests per minute on the mock server`],
  ["architecture", `the free tier's ${free.requestsPerMinute} requests a minute`],
  ["architecture", `the test key's ${LIMITS.testRequestsPerDay} requests a day`],
  ["rotation-protocol", `one key with a limit of ${enterprise.requestsPerMinute} requests a minute`],
  ["rotation-protocol", `| ${enterprise.requestsPerMinute} successful requests in each of two whole minutes`],
  ["many-processes", `\`refresh\` (${many(SHARED_DEFAULTS.refresh)})`],
  ["rotation-protocol", `\`lease\` (${many(SHARED_DEFAULTS.lease)})`],
  ["many-processes", `that your callers accept (default: ${many(DEFAULTS.maxWait)})`],
  ["many-processes", `\`totalTimeout\` to a longer time (default: ${many(DEFAULTS.totalTimeout)})`],
  ["rotation-protocol", `for the rest of its ${overlap} hours`],
  [
    "priority-fee-and-slippage",
    `| range | ${slippageMin} to ${slippageMax}, which is ${percent(slippageMin)} to ${percent(slippageMax)} |`,
  ],
  ["priority-fee-and-slippage", `| default | ${slippageDefault}, which is ${percent(slippageDefault)} |`],
  ["priority-fee-and-slippage", `| range | 0 to ${many(priorityFeeMax)} |`],
  ["priority-fee-and-slippage", `| default | ${priorityFeeDefault} |`],
  ["priority-fee-and-slippage", `pays 32 lamports at a priority fee of ${priorityFeeDefault},`],
  [
    "verify-before-signing",
    `The defaults match the service's: ${slippageDefault} basis points and ${priorityFeeDefault} micro-lamports`,
  ],
  ["mock-for-a-company", `an intent that can be built | ${minutes(LIMITS.intentTtlMs)} minutes (`],
  ["mock-for-a-company", `the newest ${many(REQUESTS_KEPT)} |`],
  ["the-loop", `| ${minutes(LIMITS.intentTtlMs)} minutes |`],
  ["wallets-and-signers", `while it is valid (${minutes(LIMITS.intentTtlMs)} minutes)`],
  ["wallets-and-signers", `A transaction is valid for ${BLOCKHASH_BLOCKS} blocks`],
  ["keys-and-rotation", `works for ${overlap} more hours`],
  ["keys-and-rotation", `works for ${overlap} hours. During that time, create a new key`],
  ["troubleshooting", `a test key's ${LIMITS.testRequestsPerDay} requests`],
  ["troubleshooting", `Within the old key's ${overlap} hours`],
  ["errors-and-retries", `a command of more than ${LIMITS.commandLength} characters`],
  ["errors-and-retries", `a \`slippage\` outside ${slippageMin} to ${slippageMax}`],
  ["errors-and-retries", `\`limit\` over ${LIMITS.pageMax}`],
  ["errors-and-retries", `up to \`maxRetries\` times (${DEFAULTS.maxRetries})`],
  [
    "errors-and-retries",
    `\`timeout\` (${seconds(DEFAULTS.timeout)} s) limits one attempt, including reading the body. \`totalTimeout\` (${seconds(DEFAULTS.totalTimeout)} s)`,
  ],
  ["chain", `its newest ${many(TRANSACTIONS_KEPT)} landed transactions`],
  [
    "chain",
    `Transactions of the last ${REMEMBERED_BLOCKS} slots (${(REMEMBERED_BLOCKS * SLOT_MS) / 60_000} minutes)`,
  ],
  ["chain", `finalized more than ${REMEMBERED_BLOCKS} slots`],
  ["mock-for-a-company", `those of the last ${(REMEMBERED_BLOCKS * SLOT_MS) / 60_000} minutes | about`],
  [
    "chain",
    `${FINALIZATION_SLOTS} slots later (${seconds(FINALIZATION_SLOTS * SLOT_MS)} s) at \`finalized\``,
  ],
  ["chain", `finalized ${FINALIZATION_SLOTS} slots later`],
  ["faults", `the node is ${FINALIZATION_SLOTS} slots behind`],
  ["control-plane", `the last ${many(REQUESTS_KEPT)} requests; filter them`],
  ["control-plane", `At most ${many(DEFAULT_LIMIT)} sessions`],
  ["testing-with-the-mock", `The log keeps the last ${many(REQUESTS_KEPT)} API and JSON-RPC requests`],
  ["mock-server-cli", `maximum number of open sessions, default ${DEFAULT_LIMIT}`],
  ["mock-server-cli", `a JSON-RPC response, or a whole batch response | ${RPC_LIMITS.answerBytes >> 20} MiB`],
  ["faults", `A response has at most ${LIMITS.bodyBytes >> 10} KiB`],
  ["mock-server-cli", `longer than ${BODY_LIMITS.longBytes >> 10} KiB | ${BODY_LIMITS.bodies}, with`],
  ["mock-for-a-company", `request bodies of an address | ${BODY_LIMITS.bodies}, with`],
  ["mock-server-cli", `unsent responses of all connections | ${LISTENER_LIMITS.unreadBytes >> 20} MiB |`],
  ["mock-server-cli", `requests in flight on all connections | ${many(LISTENER_LIMITS.requests)} |`],
  ["mock-server-cli", `WebSockets of an address | ${many(LISTENER_LIMITS.webSockets)} |`],
  ["mock-server-cli", `stay open for ${seconds(LISTENER_LIMITS.keepAliveMs)} seconds`],
  ["mock-for-a-company", `WebSockets of an address | ${many(LISTENER_LIMITS.webSockets)} |`],
  ["mock-server-cli", `without progress of a request body | ${seconds(BODY_LIMITS.idleMs)} seconds |`],
  ["mock-server-cli", `time to send a request body | ${seconds(BODY_LIMITS.totalMs)} seconds |`],
  ["mock-server-cli", `request bodies of all connections | ${BODY_LIMITS.allBytes >> 20} MiB |`],
  ["mock-server-cli", `${BODY_LIMITS.bodies}, with ${BODY_LIMITS.bytes >> 20} MiB |`],
  ["mock-for-a-company", `| ${BODY_LIMITS.bodies}, with ${BODY_LIMITS.bytes >> 20} MiB. A body counts`],
  ["mock-server-cli", `| calls in a batch | ${many(RPC_LIMITS.batchCalls)} |`],
  ["mock-server-cli", `| nesting depth of JSON-RPC params | ${RPC_LIMITS.depth} |`],
  ["mock-server-cli", `subscriptions per WebSocket | ${many(RPC_LIMITS.subscriptions)} | error`],
  ["mock-server-cli", `subscriptions per network | ${many(RPC_LIMITS.allSubscriptions)} | error`],
  ["mock-server-cli", `unread bytes of a slow WebSocket client | ${RPC_LIMITS.lagBytes >> 20} MiB |`],
  ["mock-server-cli", `an idle WebSocket without subscriptions | ${minutes(RPC_LIMITS.idleMs)} minutes |`],
];

/** Passages with a figure that equals one of the contract's only by chance. */
const OTHERS: readonly (readonly [page: string, passage: string])[] = [
  ["agents", "| 5,000,000 | 0.005 |"],
  ["agents", "of up to 5,000,000 micro-lamports"],
  ["approve-in-a-web-server", "can be built for 10 minutes"],
  ["keys-and-rotation", "a key of 30 days after 24 days"],
  ["agents", "towards the daily limit for 24 hours and 5 minutes"],
  ["chain", "a request has at most 50 KB"],
  ["chain", "limit (default 50)"],
  ["chain-and-validator", "written every 100 slots"],
  ["chain-and-validator", "up to 128, at 1,000 units"],
  ["chain-and-validator", "| accounts in a transaction | 64 | 128 |"],
  ["control-plane", "A name has 1 to 64 characters"],
  ["control-plane", "up to 64 clients"],
  ["logs-and-traces", "without its query, at most 1,000 characters"],
  ["mock-server-cli", "active faults | 1,000 |"],
  ["mock-for-a-company", "with 1,000 sessions or intents"],
  ["control-plane", "the response is a 500 with"],
  ["logs-and-traces", "`error` for status 500 and above"],
  ["many-processes", "`timeout` (1,000)"],
  ["paying-once", "more than 1000 slots (about 7 minutes)"],
  ["priority-fee-and-slippage", "basis points: 100 are 1%"],
  ["troubleshooting", "Pass basis points: 50 is 0.5%"],
  ["errors-and-retries", "a random amount of up to 50%"],
  ["errors-and-retries", "Of the 5xx statuses, 500, 502"],
  ["errors-and-retries", "`ConfigurationError` | 500 |"],
  ["verify-before-signing", '("with 1% slippage" is 100)'],
];

/**
 * A page as one line, so that sentences match across line breaks. Code blocks are removed because their figures are
 * examples.
 */
function prose(path: string): string {
  return readFileSync(join(ROOT, path), "utf8")
    .replaceAll(/^```[\s\S]*?^```$/gm, "")
    .replaceAll(/\s+/g, " ");
}

const pathOf = (page: string) => `docs/guides/${page}.md`;

test.each([...FACTS, ...OTHERS])("%s says: %s", (page, sentence) =>
  expect(prose(pathOf(page)).includes(sentence), `${pathOf(page)} no longer contains it`).toBe(true),
);

/** The contract's figures as pages write them: plain, with digit groups, and durations in minutes and hours. */
const FIGURES = [
  ...Object.values(LIMITS),
  ...Object.values(TIER_LIMITS).flatMap((tier) => Object.values(tier)),
]
  .filter((figure) => figure > slippageMin && Number.isFinite(figure))
  .flatMap((figure) => [
    String(figure),
    many(figure),
    ...(figure % 60_000 === 0 ? [`${minutes(figure)} minutes`, `${minutes(figure)} min`] : []),
    ...(figure % 3_600_000 === 0 ? [`${hours(figure)} hours`, `${hours(figure)} h`] : []),
  ]);

/** Units that the contract's figures never have. A number with such a unit means something else. */
const UNITS = " (?:[kMG]i?B|bytes|seconds|m?s|USDC|SOL|%)(?!\\w)";

describe("every figure that could be the contract's comes from a constant, or is listed as unrelated", () => {
  const pages = ["README.md", "mock-server/README.md", ...filesIn("docs/guides", ".md")];
  const figure = new RegExp(
    `(?<![\\w.,:-])(?:${[...new Set(FIGURES)].join("|")})(?![\\w:-]|[.,]\\d|${UNITS})`,
    "g",
  );

  test.each(pages)("%s", (page) => {
    let text = prose(page);
    for (const [name, passage] of [...FACTS, ...OTHERS])
      if (page === pathOf(name)) text = text.replaceAll(passage, "…");
    // Text in backticks is code.
    text = text.replaceAll(/`[^`]*`/g, "`…`");
    const loose = [...text.matchAll(figure)].map(({ index }) =>
      text.slice(Math.max(0, index - 40), index + 40),
    );
    expect(loose, "Add it to FACTS with its constant, or to OTHERS if it is unrelated").toEqual([]);
  });
});

const slippage = `${slippageMin} to ${slippageMax}. Default ${slippageDefault}`;
const buildable = `can be built for ${minutes(LIMITS.intentTtlMs)} minutes`;

/** Sentences in the doc comments of public names, built from the constants. */
const COMMENTS: readonly (readonly [file: string, sentence: string])[] = [
  ["src/contract/requests.ts", `at most ${LIMITS.commandLength} characters`],
  ["src/contract/requests.ts", slippage],
  ["src/contract/requests.ts", `0 to ${many(priorityFeeMax)}. Default ${priorityFeeDefault}.`],
  ["src/contract/intents.ts", buildable],
  ["src/contract/requests.ts", `1 to ${LIMITS.pageMax}. Default ${LIMITS.pageDefault}.`],
  ["src/contract/requests.ts", `1 to ${LIMITS.keyNameLength} characters`],
  ["src/solana/verify/options.ts", slippage],
  ["src/solana/verify/options.ts", `Default ${priorityFeeDefault}.`],
  ["src/errors/findings.ts", `up to ${slippageMax}`],
  ["src/client/resources.ts", buildable],
  ["src/client/resources.ts", `older than ${minutes(LIMITS.intentTtlMs)} minutes`],
  ["src/client/resources.ts", `${LIMITS.pageDefault}, at most ${LIMITS.pageMax}`],
  ["src/client/resources.ts", `1 to ${LIMITS.keyNameLength} characters`],
  ["src/rotation/rotator.ts", `works for another ${overlap} hours`],
  ["src/rotation/store.ts", `works for another ${overlap} hours`],
  ["src/errors/errors.ts", `works for ${overlap} hours`],
  ["mock-server/src/faults/fault-rules.ts", `a node that is ${FINALIZATION_SLOTS} slots behind`],
  ["mock-server/src/options.ts", `Default ${many(TRANSACTIONS_KEPT)}.`],
  ["mock-server/src/options.ts", `the last ${REMEMBERED_BLOCKS} slots`],
  ["mock-server/src/options.ts", `at most ${many(DEFAULT_LIMIT)}`],
  ["mock-server/src/server/sessions.ts", `Default ${many(DEFAULT_LIMIT)}.`],
];

test.each(COMMENTS)("a comment in %s says: %s", (file, sentence) => {
  const comments = readFileSync(join(ROOT, file), "utf8").match(/\/\*\*[\s\S]*?\*\//g) ?? [];
  expect(comments.join("\n").replaceAll(/\s+(?:\*(?!\/) )?/g, " ")).toContain(sentence);
});

/** Numeric defaults of options, and the files whose comments state them. */
const TOLD: readonly (readonly [file: string, values: Readonly<Record<string, number>>])[] = [
  ["src/options/options.ts", DEFAULTS],
  ["src/redis/key-store.ts", SHARED_DEFAULTS],
  ["src/node/file-key-store.ts", SHARED_DEFAULTS],
];

test.each(
  TOLD.flatMap(([file, values]) =>
    Object.entries(values).map(([name, value]) => [file, name, value] as const),
  ),
)("the comment in %s on %s says its default, %d", (file, name, value) => {
  const source = readFileSync(join(ROOT, file), "utf8");
  const [, comment] =
    new RegExp(`/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s*readonly ${name}\\?`).exec(source) ?? [];
  expect(comment?.replaceAll(/\s+(?:\* )?/g, " ")).toContain(`Default ${many(value)}.`);
});
