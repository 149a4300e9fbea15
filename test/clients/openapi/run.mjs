// Lints the OpenAPI document of a running server, generates two clients from it, and calls the server with them.
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import createClient from "openapi-fetch";
import { expect, Steps } from "../steps.mjs";

const run = promisify(execFile);
const baseUrl = process.env.INTENT_TX_BASE_URL;
const headers = { Authorization: `Bearer ${process.env.INTENT_TX_API_KEY}` };
const body = { walletAddress: process.env.CHAIN_WALLET_ADDRESS, command: "swap 0.1 SOL for USDC" };
const steps = new Steps("openapi");
const tool = (name, ...words) => run(`node_modules/.bin/${name}`, words);

await writeFile(".spectral.yaml", 'extends: ["spectral:oas"]\n');
await steps.step("Redocly's recommended rules", () =>
  tool("redocly", "lint", "openapi.json", "--extends=recommended", "--max-problems=10"),
);
await steps.step("Spectral's rules", () =>
  tool("spectral", "lint", "openapi.json", "--fail-severity=hint", "--quiet"),
);

await steps.step("openapi-typescript: a typed call", async () => {
  await tool("openapi-typescript", "openapi.json", "-o", "schema.d.ts", "--default-non-nullable=false");
  await writeFile(
    "typed.ts",
    `import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";
const client = createClient<paths>({ baseUrl: "" });
export async function amount(walletAddress: string): Promise<string | undefined> {
  const { data } = await client.POST("/intents", { body: { walletAddress, command: "" } });
  // The discriminator narrows the intent.
  const intent: components["schemas"]["Intent"] | undefined = data;
  return intent?.action === "swap" ? intent.route.outAmount : undefined;
}
`,
  );
  const flags = "--noEmit --strict --target es2022 --module esnext --moduleResolution bundler --skipLibCheck";
  await tool("tsc", ...flags.split(" "), "typed.ts");
  const { data } = await createClient({ baseUrl, headers }).POST("/intents", { body });
  expect(data.action === "swap" && data.intentId.startsWith("intent_"), "a swap");
});

await steps.step("hey-api: parse, build, and an error", async () => {
  await tool("openapi-ts", "-i", "openapi.json", "-o", "hey", "-c", "@hey-api/client-fetch");
  await build({ entryPoints: ["hey/index.ts"], outfile: "hey.mjs", bundle: true, format: "esm" });
  const { intentsParse, transactionsBuild } = await import(pathToFileURL("hey.mjs").href);
  const { data: intent } = await intentsParse({ baseUrl, headers, body });
  const { walletAddress } = body;
  const built = await transactionsBuild({
    baseUrl,
    headers,
    body: { intentId: intent.intentId, walletAddress },
  });
  expect(built.data.transaction.length > 0, "a transaction");
  const refused = await intentsParse({ baseUrl, headers, body: { ...body, command: "swap some SOL" } });
  expect(refused.error.error.code === "parsing_error", "a parsing error");
});

steps.end();
