import { OPERATIONS, type OperationName } from "intent-tx/contract";
import type { Sample } from "./samples.js";

const WALLET = 'const walletAddress = "6Px1aSgHPb5dJ8pyyWVYabEbmcXWU6LZuVcqhD3XPrXj";';
const PARSE = `await client.intents.parse({
  walletAddress,
  command: "swap 1 SOL for USDC",
});`;
const CREATE = `await client.keys.create({
  name: "worker",
  scopes: ["read:portfolio", "read:prices"],
});`;

/** Source code of each call. A test runs it exactly as on the page. */
const CALLS: Readonly<Record<OperationName, readonly string[]>> = {
  "intents.parse": [WALLET, `const intent = ${PARSE}`],
  "transactions.build": [
    WALLET,
    `const { intentId } = ${PARSE}`,
    "const built = await client.transactions.build({ intentId, walletAddress });",
  ],
  "transactions.list": [WALLET, "const page = await client.transactions.list(walletAddress, { limit: 2 });"],
  "portfolio.retrieve": [WALLET, "const portfolio = await client.portfolio.retrieve(walletAddress);"],
  "prices.retrieve": ['const price = await client.prices.retrieve("SOL");'],
  "analytics.metrics": [
    'const metrics = await client.analytics.metrics({\n  startDate: "2026-01-01",\n  endDate: "2026-01-02",\n});',
  ],
  "analytics.usage": ["const usage = await client.analytics.usage();"],
  "keys.create": [`const { keyId, key } = ${CREATE}`],
  "keys.revoke": [`const old = ${CREATE}`, "const record = await client.keys.revoke(old.keyId);"],
  "keys.rotate": [
    `const old = ${CREATE}`,
    "const { keyId, key, overlapEndsAt } = await client.keys.rotate(old.keyId);",
  ],
};

/** A body on several lines, indented within a call. */
const json = (body: unknown, indent: number) =>
  JSON.stringify(body, null, indent).replaceAll("\n", `\n${" ".repeat(indent)}`);

function curl(name: OperationName, { path, body }: Sample): string {
  const { method } = OPERATIONS[name];
  const url = `"$INTENT_TX_BASE_URL${path}"`;
  return [
    `curl ${method === "GET" ? "" : `-X ${method} `}${url} \\`,
    `  -H "Authorization: Bearer $INTENT_TX_API_KEY"${body === undefined ? "" : " \\"}`,
    ...(body === undefined ? [] : ['  -H "Content-Type: application/json" \\', `  -d '${json(body, 2)}'`]),
  ].join("\n");
}

function pythonCall(name: OperationName, { path, body }: Sample): string {
  return [
    "import os",
    "import requests",
    "",
    `response = requests.${OPERATIONS[name].method.toLowerCase()}(`,
    `    os.environ["INTENT_TX_BASE_URL"] + "${path}",`,
    `    headers={"Authorization": "Bearer " + os.environ["INTENT_TX_API_KEY"]},`,
    ...(body === undefined ? [] : [`    json=${json(body, 4)},`]),
    "    timeout=30,",
    ")",
    "print(response.status_code, response.json())",
  ].join("\n");
}

/** Tabs for a call: as a curl command, with the client, and in Python. */
export const requestText = (name: OperationName, sample: Sample): string => `::: code-group

\`\`\`sh [curl]
${curl(name, sample)}
\`\`\`

\`\`\`ts [TypeScript]
import { IntentTx } from "intent-tx";

const client = new IntentTx();
${CALLS[name].join("\n")}
\`\`\`

\`\`\`py [Python]
${pythonCall(name, sample)}
\`\`\`

:::`;
