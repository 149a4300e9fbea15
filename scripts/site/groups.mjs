import { ReflectionKind } from "typedoc";
import { filePathOf } from "./sources.mjs";

/** Modules as readers look for them, each with the groups of its index: a title, and files whose exports belong to it. */
export const MODULES = [
  {
    name: "intent-tx",
    groups: [
      ["The client", /^src\/(client|api-promise|pagination)\.ts|^src\/resources\//],
      ["Options and events", /^src\/(options|events)\.ts/],
      ["Keys", /^src\/keys\//],
      ["Amounts and JSON", /^src\/(amounts|json|codecs)\.ts/],
      ["Errors", /^src\/(errors|api-errors|value-errors|narrowing)\.ts|^src\/contract\/errors\.ts/],
      ["Intents", /^src\/contract\/intents\.ts/],
      ["Transactions", /^src\/contract\/transactions\.ts/],
      ["Other requests and answers", /^src\/contract\/(analytics|keys|portfolio|prices)\.ts/],
      ["Names and values", /./],
    ],
  },
  {
    name: "intent-tx/solana",
    groups: [
      ["Sign and send", /^src\/solana\/send\/(sign-and-send|submit|confirm|follow)\.ts/],
      ["Verify", /^src\/solana\/(verify\/|findings)|^src\/errors\.ts/],
      ["Decode", /^src\/solana\/decode\//],
      ["Signers", /^src\/solana\/sign\//],
      ["Connections", /^src\/solana\/send\/connection\.ts/],
      ["Errors", /^src\/solana\/send\/errors\.ts/],
      ["More", /./],
    ],
  },
  { name: "intent-tx/react", groups: [["Queries", /./]] },
  { name: "intent-tx/node", groups: [["Key store", /./]] },
  { name: "intent-tx/redis", groups: [["Key and rate limit of many processes", /./]] },
  {
    name: "@intent-tx/mock-server",
    groups: [
      ["The server", /^src\/(create|options|server\/(server|public-types|addresses))\.ts|^src\/http\//],
      [
        "Clock, faults and requests",
        /^src\/(server\/server-clock|kernel\/duration|control\/(armed|expected|fault|logged|request-log|traffic))/,
      ],
      ["Errors", /-error\.ts$/],
      ["The world", /^src\/world\/|^src\/server\/world\.ts|^src\/control\/(subject|views)\.ts/],
      ["Contract, limits and sessions", /./],
    ],
  },
  { name: "@intent-tx/mock-server/testing", groups: [["A fake client", /./]] },
  { name: "@intent-tx/mock-server/vitest", groups: [["Fixtures", /./]] },
  { name: "@intent-tx/mock-server/nock", groups: [["Interception", /./]] },
  { name: "@intent-tx/mock-server/msw", groups: [["Handlers", /./]] },
  { name: "@intent-tx/mock-server/parser", groups: [["The parser", /./]] },
  {
    name: "intent-tx/contract",
    groups: [
      ["Operations", /^src\/contract\/(operations|openapi|headers)\.ts/],
      ["Constants", /^src\/contract\/(constants|chain)\.ts/],
      ["Errors", /^src\/contract\/(errors|issues)\.ts/],
      ["Schemas and types", /./],
    ],
  },
];

/** Exports with which the groups that they belong to begin. */
const FIRST = [
  "IntentTx",
  "IntentsResource",
  "TransactionsResource",
  "PortfolioResource",
  "PricesResource",
  "AnalyticsResource",
  "KeysResource",
  "ClientOptions",
  "RequestOptions",
  "KeyRotator",
  "IntentTxError",
  "ApiError",
  "Intent",
  "signAndSend",
  "verifyTransaction",
  "createMockServer",
  "MockServerOptions",
  "MockServer",
  "openApiDocument",
  "OPERATIONS",
];
const rank = ({ name }) => {
  const at = FIRST.indexOf(name);
  return at < 0 ? FIRST.length : at;
};
const kindRank = (item) => (item.signatures ? 0 : item.kindOf(ReflectionKind.Class) ? 1 : 2);

const placeOf = (module) => {
  const at = MODULES.findIndex(({ name }) => name === module.name);
  return at < 0 ? MODULES.length : at;
};

/** The project's modules in the order of {@link MODULES}; others follow. */
export const modulesOf = (project) => [...project.children].sort((a, b) => placeOf(a) - placeOf(b));

/** The exports of a module in their groups, without names that another module documents. */
export function groupsOf(module) {
  const { groups } = MODULES[placeOf(module)] ?? { groups: [["Exports", /./]] };
  const items = module.children.filter((item) => !item.isReference());
  const groupOf = (item) => groups.findIndex(([, files]) => files.test(filePathOf(item)));
  return groups
    .map(([title], index) => ({
      title,
      items: items
        .filter((item) => groupOf(item) === index)
        .sort((a, b) => rank(a) - rank(b) || kindRank(a) - kindRank(b) || (a.name < b.name ? -1 : 1)),
    }))
    .filter((group) => group.items.length > 0);
}
