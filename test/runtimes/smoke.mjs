// One walk through the client over a socket. Every runtime must return the same lines: they contain no ids or times.
import { Connection, Keypair } from "@solana/web3.js";
import bs58 from "bs58";
import {
  AuthenticationError,
  formatUnits,
  IntentTx,
  ParsingError,
  ValidationError,
  WalletNotFoundError,
} from "intent-tx";
import { openApiDocument } from "intent-tx/contract";
import { signAndSend, verifyTransaction } from "intent-tx/solana";

const caught = (promise) =>
  promise.then(
    () => undefined,
    (error) => error,
  );

/** @param {{ baseUrl: string, rpcUrl: string, apiKey: string, secretKey: string }} service */
export async function smoke({ baseUrl, rpcUrl, apiKey, secretKey }) {
  const lines = [];
  // A key for the test network: outside loopback, a browser client accepts only such a key, and only with this option.
  const client = new IntentTx({ apiKey, baseUrl, dangerouslyAllowBrowser: true });
  const alice = Keypair.fromSecretKey(bs58.decode(secretKey));
  const walletAddress = alice.publicKey.toBase58();

  const { data: price, response } = await client.prices.retrieve("SOL").withResponse();
  lines.push(`price ${price.symbol} ${price.price > 0} ${response.status}`);

  const refused = await caught(client.intents.parse({ walletAddress, command: "swap SOL" }));
  lines.push(`refused ${refused instanceof ParsingError} ${refused.code} ${refused.status}`);
  const stranger = new IntentTx({ apiKey: `${apiKey}x`, baseUrl, dangerouslyAllowBrowser: true });
  const denied = await caught(stranger.portfolio.retrieve(walletAddress));
  lines.push(`denied ${denied instanceof AuthenticationError} ${JSON.stringify(denied).includes(apiKey)}`);
  const nobody = Keypair.generate().publicKey.toBase58();
  const unknown = await caught(client.portfolio.retrieve(nobody));
  lines.push(`unknown ${unknown instanceof WalletNotFoundError} ${unknown.status}`);
  const wrong = await caught(client.transactions.list(walletAddress, { limit: 1000 }));
  lines.push(`wrong ${wrong instanceof ValidationError} ${wrong.field}`);
  const aborted = await caught(client.prices.retrieve("SOL", { signal: AbortSignal.abort() }));
  lines.push(`aborted ${aborted.name}`);

  const intent = await client.intents.parse({ walletAddress, command: "swap 0.5 SOL for USDC" });
  const { amount, inputToken } = intent.parameters;
  lines.push(`intent ${intent.action} ${formatUnits(amount, 9)} ${inputToken} ${typeof amount}`);
  const built = await client.transactions.build({ intentId: intent.intentId, walletAddress });
  const { fee } = verifyTransaction(built, intent, { walletAddress });
  lines.push(`verified ${typeof fee} ${fee > 0n}`);
  const connection = new Connection(rpcUrl, { commitment: "confirmed" });
  const landed = await signAndSend({ intent, built, signer: alice, connection, commitment: "confirmed" });
  lines.push(`landed ${landed.confirmationStatus}`);

  const records = await client.transactions.list(walletAddress).toArray({ max: 1 });
  lines.push(`history ${records[0]?.signature === landed.signature}`);
  lines.push(`contract ${openApiDocument(baseUrl).openapi}`);
  return lines;
}
