import { ENVIRONMENTS, type Environment, isAddress, NATIVE_MINT } from "intent-tx/contract";
import * as z from "zod/mini";
import type { Token } from "../../fixtures/tokens.js";
import type { Wallet } from "../../fixtures/wallets.js";
import { tokenOfSymbol } from "../../fixtures/world-data.js";
import { rentExempt } from "../../formats/accounts.js";
import { toBaseUnits, toHumanUnits, U64_MAX } from "../../formats/base-units.js";
import { signedTransaction } from "../../formats/compile.js";
import { LAMPORTS_PER_SIGNATURE } from "../../formats/fees.js";
import { createTokenAccount } from "../../formats/instructions.js";
import { associatedTokenAddress } from "../../formats/program-addresses.js";
import { decodeMint, MINT_SUPPLY_AT, mintDecimals, TOKEN_AMOUNT_AT } from "../../formats/token-layout.js";
import { invalidField, NotOnValidatorError } from "../../kernel/errors.js";
import { address, choice, humanUnits, part } from "../../kernel/schema-kit.js";
import { type ControlledLedger, type Ledger, SendError } from "../../ledger/ledger.js";
import type { World } from "../../world/world.js";
import { command } from "../command.js";

/** Amounts to add to a wallet, in human units by symbol, or by the mint of any token on the chain. */
export type FundTokens = Readonly<Record<string, string | number>>;

/** A wallet and its balances after funding. */
export interface FundedWallet {
  /** The network on which the wallet was funded. */
  readonly environment: Environment;
  /** Base58 address. */
  readonly walletAddress: string;
  /** Balances in exact human units by symbol. */
  readonly balances: Readonly<Record<string, string>>;
}

const FundSchema = z.lazy(() =>
  part({
    environment: choice(ENVIRONMENTS),
    walletAddress: address,
    tokens: z.record(z.string(), humanUnits, "must be an object that maps token symbols to amounts"),
  }),
);

export const fundCommands = {
  "POST /fund": command({
    summary: 'Add SOL and tokens to a wallet, by symbol or mint: "1.5" is 1.5 tokens.',
    reply: () =>
      z.strictObject({
        environment: z.enum(ENVIRONMENTS),
        walletAddress: z.string(),
        balances: z.record(z.string(), z.string()),
      }),
    body: FundSchema,
    run: ({ world }, { body }) => fundWallet(world.parts, body),
  }),
};

/** An amount in base units. @throws ServiceError 400 on the token */
function unitsOf(symbol: string, amount: string | number, decimals: number): bigint {
  try {
    return toBaseUnits(decimalOf(symbol, amount), decimals);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw invalidField(`tokens.${symbol}`, `is not valid: ${error.message}`);
  }
}

/** A number's shortest decimal: 0.1, not 0.1000000000000000055. */
function decimalOf(symbol: string, amount: string | number): string {
  if (typeof amount === "string") return amount;
  const text = String(amount);
  // A number with an exponent, or one too large to be exact, is refused instead of guessed.
  if (!/^\d+(\.\d+)?$/.test(text) || amount > Number.MAX_SAFE_INTEGER) {
    throw invalidField(`tokens.${symbol}`, `must be a decimal string such as "1.5"; got ${text}`);
  }
  return text;
}

/**
 * Adds to a wallet's balances by real transactions, which appear in its history.
 *
 * @throws ServiceError 400 with the unknown symbol or the invalid amount
 */
async function fundWallet(
  { data, tokens: worldTokens, ledgers }: World["parts"],
  { environment, walletAddress, tokens: requested }: z.output<typeof FundSchema>,
): Promise<FundedWallet> {
  const ledger = await ledgers.get(environment);
  const byMint = new Map<string, Wanted>();
  for (const [symbol, amount] of Object.entries(requested)) {
    const known = tokenOfSymbol(data.tokens, symbol) ?? worldTokens.ofMint(symbol);
    const token = known ?? (await foreignToken(ledger, symbol));
    if (!token)
      throw invalidField(`tokens.${symbol}`, "is neither a token in this world nor a mint on the chain");
    const units = unitsOf(symbol, amount, token.decimals);
    if (units === 0n) continue;
    // Symbols ignore case, so a request can contain the same token twice.
    const total = units + (byMint.get(token.mint)?.units ?? 0n);
    if (total > U64_MAX) throw invalidField(`tokens.${symbol}`, "must be at most 2^64 - 1 base units");
    byMint.set(token.mint, { symbol, token, units: total, isForeign: !known });
  }
  const wanted = [...byMint.values()];
  const foreign = wanted.filter(({ isForeign }) => isForeign);
  const isOnValidator = ledgers.isOnValidator(environment);
  if (isOnValidator && foreign.length > 0)
    throw new NotOnValidatorError("Only the world's own tokens can be funded.");
  await refuseTooMuch(ledger, wanted, isOnValidator ? undefined : data.faucet.address);
  const lamports = byMint.get(NATIVE_MINT)?.units;
  const own = wanted.filter(({ isForeign, token }) => !isForeign && token.mint !== NATIVE_MINT);
  const tokens = new Map(own.map(({ token, units }) => [token.mint, units]));
  try {
    await ledger.fund(walletAddress, { ...(lamports !== undefined && { lamports }), tokens });
  } catch (error) {
    // The amount is more than the faucet has, or exceeds the mint's maximum supply.
    if (error instanceof SendError) throw invalidField("tokens", `cannot be funded: ${error.message}`);
    throw error;
  }
  for (const one of foreign) await grant(ledger, data.faucet, walletAddress, one);
  const [account] = await ledger.accounts([walletAddress]);
  const held = new Map<string, bigint>([[NATIVE_MINT, account?.lamports ?? 0n]]);
  for (const { mint, amount } of await ledger.tokenAccounts(walletAddress)) {
    if (mint !== NATIVE_MINT) held.set(mint, (held.get(mint) ?? 0n) + amount);
  }
  const balances: Record<string, string> = {};
  for (const { mint, symbol, decimals } of data.tokens) {
    const amount = held.get(mint);
    if (amount !== undefined) balances[symbol] = toHumanUnits(amount, decimals);
  }
  for (const { symbol, token } of foreign)
    balances[symbol] = toHumanUnits(held.get(token.mint) ?? 0n, token.decimals);
  return { environment, walletAddress, balances };
}

/** The token of a mint that is on the chain but not in the world; undefined for any other address. */
async function foreignToken(ledger: Ledger, mint: string): Promise<Wanted["token"] | undefined> {
  if (!isAddress(mint)) return undefined;
  const [account] = await ledger.accounts([mint]);
  const decimals = account && mintDecimals(account.owner, account.data);
  return decimals === undefined ? undefined : { mint, decimals };
}

/**
 * Funds a token that the world's mint authority cannot mint. The faucet's transaction creates the token account, with
 * the extensions that the mint requires. The amounts are then written as a mint instruction would.
 */
async function grant(
  ledger: ControlledLedger,
  faucet: Wallet,
  owner: string,
  { symbol, token: { mint }, units }: Wanted,
): Promise<void> {
  const [existing] = await ledger.accounts([mint]);
  if (!existing) return;
  const account = associatedTokenAddress(owner, mint, existing.owner);
  if (!(await ledger.accounts([account]))[0]) {
    const create = createTokenAccount(faucet.address, { account, owner, mint, tokenProgram: existing.owner });
    const { blockhash } = await ledger.latestBlockhash();
    await ledger.landWithoutFaults(signedTransaction([faucet], [create], blockhash));
  }
  const [held] = await ledger.accounts([account]);
  if (!held)
    throw invalidField(`tokens.${symbol}`, "cannot be added: the mint does not allow token accounts");
  await ledger.setAccount(account, { ...held, data: withMore(held.data, TOKEN_AMOUNT_AT, units) });
  await ledger.setAccount(mint, { ...existing, data: withMore(existing.data, MINT_SUPPLY_AT, units) });
}

/** Copies data, with the u64 amount at an offset increased by `units`. */
function withMore(data: Uint8Array, at: number, units: bigint): Uint8Array {
  const more = Uint8Array.from(data);
  const view = new DataView(more.buffer);
  view.setBigUint64(at, view.getBigUint64(at, true) + units, true);
  return more;
}

/** A requested amount, with its name in the request. */
interface Wanted {
  readonly symbol: string;
  readonly token: Pick<Token, "mint" | "decimals">;
  readonly units: bigint;
  /** True if the token is not one of the world's. */
  readonly isForeign: boolean;
}

/**
 * Rejects the whole request if an amount is not available, and names the token and its limit (the program's own error
 * would not). The available amount of SOL excludes the faucet's fee for one signature.
 *
 * @throws ServiceError 400 on the token, with the available amount
 */
async function refuseTooMuch(
  ledger: Ledger,
  wanted: readonly Wanted[],
  /** The faucet's address. If undefined, SOL is not limited. */
  faucet: string | undefined,
): Promise<void> {
  const native = (one: Wanted) => one.token.mint === NATIVE_MINT;
  const bounded = wanted.filter((one) => !native(one) || faucet !== undefined);
  const sources = bounded.map((one) => (native(one) ? (faucet ?? "") : one.token.mint));
  const accounts = await ledger.accounts(sources);
  for (const [at, one] of bounded.entries()) {
    const account = accounts[at];
    const left = native(one)
      ? (account?.lamports ?? 0n) - LAMPORTS_PER_SIGNATURE - rentExempt(0)
      : account && supplyLeft(account.owner, account.data);
    if (left === undefined || one.units <= left) continue;
    const most = toHumanUnits(left > 0n ? left : 0n, one.token.decimals);
    throw invalidField(
      `tokens.${one.symbol}`,
      `must be at most ${most}, which is all that is left; got ${toHumanUnits(one.units, one.token.decimals)}`,
    );
  }
}

/** Base units that a mint can still create; undefined for an account that is not a mint. */
function supplyLeft(owner: string, data: Uint8Array): bigint | undefined {
  const mint = decodeMint(owner, data);
  return mint && U64_MAX - mint.supply;
}
