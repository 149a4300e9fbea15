import { IntentTx } from "intent-tx";
import { OptionError } from "../kernel/errors.js";
import type { MockServer } from "../server/server.js";

const FORM =
  'must be changes such as "shop: +1 SOL, alice: -5 USDC", with a wallet of the world or an address';
const PART = /^(\S+): *([+-]?)(\d+)(?:\.(\d+))? +(\w+)$/;

/** A wallet's balance of a token, in base units, and the token's decimals. A wallet without the token has none. */
async function balanceOf(server: MockServer, address: string, symbol: string) {
  const client = new IntentTx(server.clientOptions());
  const { solBalance, tokens } = await client.portfolio.retrieve(address);
  if (symbol === "SOL") return { balance: solBalance, decimals: 9 };
  return tokens.find((token) => token.symbol === symbol) ?? { balance: 0n, decimals: 0 };
}

/**
 * Reads `shop: +1 SOL, bob: -5 USDC`, and returns a check of these changes since now.
 *
 * @throws OptionError for any other text
 */
export async function expectation(server: MockServer, text: string): Promise<() => Promise<void>> {
  const checks: (() => Promise<void>)[] = [];
  for (const part of text.split(",")) {
    const [, name = "", sign, whole = "", fraction = "", symbol = ""] = PART.exec(part.trim()) ?? [];
    const address = Object.hasOwn(server.wallets, name) ? server.wallets[name]?.address : name;
    if (!address) throw new OptionError("expect", `${FORM}; got ${JSON.stringify(text)}`);
    const before = await balanceOf(server, address, symbol);
    checks.push(async () => {
      const { balance, decimals } = await balanceOf(server, address, symbol);
      const units = BigInt(whole + fraction.padEnd(decimals, "0").slice(0, decimals));
      const [change, expected] = [balance - before.balance, sign === "-" ? -units : units];
      if (change !== expected)
        throw new Error(`${name} got ${change} base units of ${symbol}, where ${expected} are expected`);
    });
  }
  return async () => {
    for (const check of checks) await check();
  };
}
