import { IntentTx } from "intent-tx";
import type { Token, TokenList } from "../fixtures/tokens.js";
import { OptionError } from "../kernel/errors.js";
import type { MockServer } from "../server/server.js";

const FORM =
  'must be changes such as "shop: +1 SOL, alice: -5 USDC", with a wallet of the world or an address';
const PART = /^(\S+): *([+-]?)(\d+)(?:\.(\d+))? +(\w+)$/;

/** A wallet's balance of a token, in base units. */
async function balanceOf(server: MockServer, address: string, { symbol, mint }: Token): Promise<bigint> {
  const client = new IntentTx(server.clientOptions());
  const { solBalance, tokens } = await client.portfolio.retrieve(address);
  if (symbol === "SOL") return solBalance;
  return tokens.find((token) => token.mint === mint)?.balance ?? 0n;
}

/**
 * Reads `shop: +1 SOL, bob: -5 USDC`, and returns a check of these changes since now.
 *
 * @param listed the tokens of the world
 * @throws OptionError for any other text, an unlisted token, or more decimals than the token has
 */
export async function expectation(
  server: MockServer,
  listed: TokenList,
  text: string,
): Promise<() => Promise<void>> {
  const checks: (() => Promise<void>)[] = [];
  for (const part of text.split(",")) {
    const [, name = "", sign, whole = "", fraction = "", symbol = ""] = PART.exec(part.trim()) ?? [];
    const address = Object.hasOwn(server.wallets, name) ? server.wallets[name]?.address : name;
    if (!address) throw new OptionError("expect", `${FORM}; got ${JSON.stringify(text)}`);
    const token = listed.find(symbol);
    if (!token) throw new OptionError("expect", `names the token ${symbol}, which the world does not list`);
    const { decimals } = token;
    if (fraction.length > decimals)
      throw new OptionError(
        "expect",
        `states ${whole}.${fraction} ${symbol}, which has ${decimals} decimals`,
      );
    const units = BigInt(whole + fraction.padEnd(decimals, "0"));
    const expected = sign === "-" ? -units : units;
    const before = await balanceOf(server, address, token);
    checks.push(async () => {
      const change = (await balanceOf(server, address, token)) - before;
      if (change !== expected)
        throw new Error(`${name} got ${change} base units of ${symbol}, where ${expected} are expected`);
    });
  }
  return async () => {
    for (const check of checks) await check();
  };
}
