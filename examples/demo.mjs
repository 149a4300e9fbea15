// Parses, builds, signs and sends orders in one process, offline: `npm run demo`.
import { createMockServer } from "@intent-tx/mock-server";
import { Connection, Keypair } from "@solana/web3.js";
import bs58 from "bs58";
import {
  formatUnits,
  IntentTx,
  ParsingError,
  SimulationFailedError,
} from "intent-tx";
import { signAndSend, verifyTransaction } from "intent-tx/solana";

const server = await createMockServer({
  seed: 1,
  clock: { now: "2026-01-01T00:00:00Z", mode: "frozen" },
});
const client = new IntentTx(server.clientOptions("enterprise"));
const connection = new Connection(server.rpc.live, {
  fetch: server.fetch,
  commitment: "confirmed",
});
const alice = Keypair.fromSecretKey(bs58.decode(server.wallets.alice.secretKey));
const walletAddress = alice.publicKey.toBase58();

const title = (text) => console.log(`\n${text}\n${"-".repeat(text.length)}`);
const line = (label, value) => console.log(`  ${label.padEnd(14)}${value}`);
const decimals = new Map();

/** The demo prints symbols instead of mints. */
async function symbolOf(mint) {
  const price = await client.prices.retrieve(mint);
  return price.symbol;
}

async function portfolio(heading, wallet = walletAddress) {
  const held = await client.portfolio.retrieve(wallet);
  for (const token of held.tokens) decimals.set(token.mint, token.decimals);
  console.log(`  ${heading}`);
  line("  SOL", formatUnits(held.solBalance, 9));
  for (const { symbol, balance, decimals: places, usdValue } of held.tokens) {
    line(
      `  ${symbol}`,
      `${formatUnits(balance, places)}  (${usdValue.toFixed(2)} USD)`,
    );
  }
  line("  total", `${held.totalValue.toFixed(2)} USD`);
}

async function execute(command, options = {}) {
  line("command", `"${command}"`);
  const intent = await client.intents.parse({ walletAddress, command, ...options });
  const { amount, inputToken, outputToken, recipient } = intent.parameters;
  line(
    "intent",
    `${intent.intentId}  ${intent.action}  confidence ${intent.confidence}`,
  );
  const places =
    inputToken === "So11111111111111111111111111111111111111112"
      ? 9
      : decimals.get(inputToken);
  line("pays", `${formatUnits(amount, places)} ${await symbolOf(inputToken)}`);
  if (intent.route) {
    const out = formatUnits(intent.route.outAmount, decimals.get(outputToken));
    line(
      "for",
      `${out} ${await symbolOf(outputToken)}  (price impact ${intent.route.priceImpact.toFixed(4)}%)`,
    );
    line("over", intent.route.marketInfos.map(({ label }) => label).join(", "));
  }
  if (recipient) line("to", recipient);

  const built = await client.transactions.build({
    intentId: intent.intentId,
    walletAddress,
  });
  line(
    "built",
    `${built.transaction.length} characters of base64, unsigned; fee ${built.expectedOutput.fee} lamports`,
  );
  line(
    "simulated",
    `${built.simulation.success ? "succeeds" : "fails"} with ${built.simulation.computeUnits} compute units`,
  );

  const decoded = verifyTransaction(built, intent, { walletAddress, ...options });
  line(
    "verified",
    `${decoded.instructions.length} instructions, and nothing else leaves the wallet`,
  );

  const landed = await signAndSend({
    intent,
    built,
    signer: alice,
    connection,
    clock: server.clock,
    ...options,
  });
  line("signed, sent", landed.signature);
  line("landed", `slot ${landed.slot}, ${landed.confirmationStatus}`);
  return landed.signature;
}

title("1. A swap");
await portfolio("alice before");
const swap = await execute("swap 0.5 SOL for USDC");
await portfolio("alice after");
const history = await client.transactions.list(walletAddress, { limit: 1 });
const record = history.data[0];
if (record?.signature !== swap)
  throw new Error("the history does not begin with the swap");
const { inputAmount, inputToken, outputAmount, outputToken } = record.details;
line(
  "history",
  `${record.timestamp}  ${record.type} ${inputAmount} ${inputToken} for ${outputAmount} ${outputToken}  ${record.status}`,
);

title("2. A transfer to a wallet that has no token account yet");
await execute("send 25 USDC to bob.sol");
await portfolio("bob after", server.wallets.bob.address);

title("3. A command that is refused");
const unclear = "swap some SOL for USDC";
line("command", `"${unclear}"`);
try {
  await client.intents.parse({ walletAddress, command: unclear });
  throw new Error("it should have been refused");
} catch (error) {
  if (!(error instanceof ParsingError)) throw error;
  line("refused", `${error.status} ${error.code}: ${error.details.reason}`);
  line("because", error.details.message);
  for (const suggestion of error.details.suggestions ?? [])
    line("try", `"${suggestion}"`);
}

title("4. A swap whose price moves away");
const tight = "swap 1 SOL for USDC";
line("command", `"${tight}" with a slippage of 0.1%`);
const late = await client.intents.parse({
  walletAddress,
  command: tight,
  slippage: 10,
});
const whale = Keypair.fromSeed(new Uint8Array(32).fill(7));
await server.fund(whale.publicKey.toBase58(), { SOL: "20000" });
const sale = await client.intents.parse({
  walletAddress: whale.publicKey.toBase58(),
  command: "swap 15000 SOL for USDC",
});
const saleBuilt = await client.transactions.build({
  intentId: sale.intentId,
  walletAddress: whale.publicKey.toBase58(),
});
await signAndSend({
  intent: sale,
  built: saleBuilt,
  signer: whale,
  connection,
  clock: server.clock,
});
line("meanwhile", "somebody sells 15,000 SOL");
try {
  await client.transactions.build({ intentId: late.intentId, walletAddress });
  throw new Error("it should have failed its simulation");
} catch (error) {
  if (!(error instanceof SimulationFailedError)) throw error;
  line("refused", `${error.status} ${error.code}: ${error.details.reason}`);
  for (const log of error.details.logs) console.log(`    ${log}`);
}

await server.close();
