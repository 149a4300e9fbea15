// Installs both tarballs as a user would, in a separate folder, and runs the main flow there as ESM and as CommonJS.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

const LOOP = `
async function loop({ createMockServer }, { IntentTx }, { decodeTransaction, verifyTransaction }) {
  const server = await createMockServer({ seed: 1 });
  const client = new IntentTx(server.clientOptions("enterprise"));
  const walletAddress = server.wallets.alice.address;
  const intent = await client.intents.parse({ walletAddress, command: "swap 0.5 SOL for USDC" });
  const built = await client.transactions.build({ intentId: intent.intentId, walletAddress });
  verifyTransaction(built, intent, { walletAddress });
  const { feePayer } = decodeTransaction(built);
  if (feePayer !== walletAddress) throw new Error("the wallet is not the fee payer: " + feePayer);
  const { data } = await client.transactions.list(walletAddress, { limit: 1 });
  if (!Array.isArray(data)) throw new Error("the history is not a list");
  await server.close();
}
`;
const NAMES = ["@intent-tx/mock-server", "intent-tx", "intent-tx/solana"];
const PROGRAMS = {
  "loop.mjs": `${LOOP}await loop(${NAMES.map((name) => `await import("${name}")`).join(", ")});\n`,
  "loop.cjs": `${LOOP}loop(${NAMES.map((name) => `require("${name}")`).join(", ")});\n`,
};

const shell = process.platform === "win32";
const folder = mkdtempSync(join(tmpdir(), "intent-tx-release-"));
const inFolder = (command, args) =>
  execFileSync(command, args, { cwd: folder, shell, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
try {
  const pack = ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder, ".", "./mock-server"];
  execFileSync("npm", pack, { shell, stdio: ["ignore", "ignore", "inherit"] });
  const tarballs = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const flags = ["--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"];
  const said = inFolder("npm", ["install", ...flags, ...tarballs.map((name) => `./${name}`)]);
  console.log(`${tarballs.join(" and ")}: ${said.trim()}`);
  for (const [name, program] of Object.entries(PROGRAMS)) {
    writeFileSync(join(folder, name), program);
    inFolder(process.execPath, [name]);
    console.log(`${name}: parsed, built and verified`);
  }
  const version = inFolder("npx", ["--no-install", "intent-tx-mock", "--version"]).trim();
  console.log(`intent-tx-mock --version: ${version}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
