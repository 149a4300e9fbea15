import type { Environment } from "intent-tx/contract";
import { toBaseUnits, toHumanUnits, U64_MAX } from "../chain/base-units.js";
import type { FundedWallet, FundTokens } from "../control/subject.js";
import { invalidField } from "../kernel/service-error.js";
import { SendError } from "../ledger/ledger.js";
import { NATIVE_MINT } from "../world/tokens.js";
import { tokenOfSymbol } from "../world/world.js";
import { refuseTooMuch, type Wanted } from "./fund-bounds.js";
import type { World } from "./world.js";

/** A number as the decimal that was meant by it: 0.1 is 0.1, not 0.1000000000000000055. */
function decimalOf(symbol: string, amount: string | number): string {
  if (typeof amount === "string") return amount;
  const text = String(amount);
  // A number that prints with an exponent or is too large to be exact is refused rather than guessed.
  if (!/^\d+(\.\d+)?$/.test(text) || amount > Number.MAX_SAFE_INTEGER) {
    throw invalidField(`tokens.${symbol}`, `is ${text}; write the amount as a decimal string`);
  }
  return text;
}

/**
 * Adds to what a wallet holds, by real transactions that appear in its history.
 *
 * @throws ServiceError 400 naming the symbol that is unknown or the amount that is wrong
 */
export async function fundWallet(
  { data, ledgers }: Pick<World["parts"], "data" | "ledgers">,
  walletAddress: string,
  given: FundTokens,
  environment: Environment,
): Promise<FundedWallet> {
  let lamports: bigint | undefined;
  const tokens = new Map<string, bigint>();
  const wanted = new Map<string, Wanted>();
  for (const [symbol, amount] of Object.entries(given)) {
    const token = tokenOfSymbol(data, symbol);
    if (!token) throw invalidField(`tokens.${symbol}`, "is no token of this world");
    let units: bigint;
    try {
      units = toBaseUnits(decimalOf(symbol, amount), token.decimals);
    } catch (error) {
      if (error instanceof RangeError)
        throw invalidField(`tokens.${symbol}`, `is not valid: ${error.message}`);
      throw error;
    }
    if (units === 0n) continue;
    // Symbols ignore case, so the same token can be named twice.
    const total = units + ((token.mint === NATIVE_MINT ? lamports : tokens.get(token.mint)) ?? 0n);
    if (total > U64_MAX) throw invalidField(`tokens.${symbol}`, "is more than 64 bits of base units hold");
    wanted.set(token.mint, { symbol, token, units: total });
    if (token.mint === NATIVE_MINT) lamports = total;
    else tokens.set(token.mint, total);
  }
  const ledger = await ledgers.get(environment);
  await refuseTooMuch(
    ledger,
    [...wanted.values()],
    ledgers.remote(environment) ? undefined : data.faucet.address,
  );
  try {
    await ledger.fund(walletAddress, { ...(lamports !== undefined && { lamports }), tokens });
  } catch (error) {
    // More than the faucet holds, or than a mint can ever have.
    if (error instanceof SendError) throw invalidField("tokens", `cannot be given: ${error.message}`);
    throw error;
  }
  const [account] = await ledger.accounts([walletAddress]);
  const held = new Map<string, bigint>([[NATIVE_MINT, account?.lamports ?? 0n]]);
  for (const { mint, amount, isNative } of await ledger.tokenAccounts(walletAddress)) {
    if (!isNative) held.set(mint, (held.get(mint) ?? 0n) + amount);
  }
  const balances: Record<string, string> = {};
  for (const { mint, symbol, decimals } of data.tokens) {
    const amount = held.get(mint);
    if (amount !== undefined) balances[symbol] = toHumanUnits(amount, decimals);
  }
  return { environment, walletAddress, balances };
}
