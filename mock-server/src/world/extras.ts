import { isAddress, SOL_DECIMALS } from "intent-tx/contract";
import { toBaseUnits } from "../chain/base-units.js";
import { isWellKnownProgram } from "../chain/programs.js";
import { OptionError } from "../kernel/errors.js";
import { unknownName } from "../kernel/nearest.js";
import type { Random } from "../kernel/random.js";
import { chainOf } from "./chain-option.js";
import type { WorldNft } from "./nft-accounts.js";
import type {
  AccountOption,
  MarketOption,
  NftOption,
  PoolOption,
  StakeOption,
  TokenOption,
  WalletOption,
} from "./option.js";
import type { CheckedWorld } from "./option-schema.js";
import { addPool, openPools, USDC_MINT } from "./pools.js";
import { MIN_STAKE, type WorldStake } from "./stake-accounts.js";
import { TOKENS, type Token } from "./tokens.js";
import { namedWallet } from "./wallets.js";
import type { NamePlan, WorldExtras } from "./world.js";

/**
 * Resolves a checked `world` option: names become tokens, wallets and addresses.
 *
 * @throws {OptionError} with the path of a part that conflicts with the rest of the world, and the reason
 */
export function worldExtras(
  option: CheckedWorld = {},
  random: Random,
): { readonly extras: WorldExtras; readonly accounts: Readonly<Record<string, AccountOption>> } {
  const { arbitrage = true, accounts = {} } = option;
  const tokens = (option.tokens ?? []).map((token) => tokenOf(token, random));
  tokens.forEach((token, index) => {
    refuseKnown(`world.tokens[${index}]`, token, [...TOKENS, ...tokens.slice(0, index)]);
  });
  const all = [...TOKENS, ...tokens];
  const wallets = Object.entries(option.wallets ?? {}).map(([name, wallet]) =>
    walletOf(name, wallet, all, random),
  );
  refuseTwice(wallets, all);
  const known = new Set(["alice", "bob", ...wallets.map(({ name }) => name)]);
  const names = Object.entries(option.names ?? {}).map(([name, target]) => nameOf(name, target, known));
  const pools = (option.pools ?? []).map((pool, index) => poolOf(`world.pools[${index}]`, pool, all));
  // Pools are built later, but their errors are reported now.
  if (tokens.length + pools.length > 0) withPools(random, all, pools);
  const chain = chainOf(option, (name) => (known.has(name) ? namedWallet(random, name).address : undefined));
  return {
    extras: {
      wallets,
      tokens,
      names,
      chain,
      arbitrage,
      market: marketOf(option.market, all),
      ...(option.features && { features: option.features }),
      pools: (seeded, every) => withPools(seeded, every, pools),
    },
    accounts,
  };
}

/** Calls `make` and converts its RangeError. @throws {OptionError} */
function refusedAt<T>(path: string, make: () => T, refused = "is"): T {
  try {
    return make();
  } catch (error) {
    throw error instanceof RangeError ? new OptionError(path, `${refused} invalid: ${error.message}`) : error;
  }
}

function withPools(random: Random, tokens: readonly Token[], pools: ReturnType<typeof poolOf>[]) {
  const open = refusedAt("world.tokens", () => openPools(random, tokens), "are");
  return pools.reduce(
    (before, { path, ...request }) => refusedAt(path, () => addPool(before, random, request)),
    open,
  );
}

function walletOf(
  name: string,
  { history = 0, nfts = [], staked = [], ...amounts }: WalletOption,
  tokens: readonly Token[],
  random: Random,
) {
  const path = `world.wallets.${name}`;
  const balances: Record<string, string> = {};
  for (const [symbol, value] of Object.entries(amounts)) {
    if (value === undefined) continue;
    const token = bySymbol(tokens, symbol);
    if (!token) throw new OptionError(`${path}.${symbol}`, "is not a token of this world");
    const amount = value as string | number;
    baseUnitsOf(`${path}.${symbol}`, amount, token.decimals);
    balances[token.symbol] = String(amount);
  }
  return {
    name,
    balances,
    history,
    nfts: nftsOf(`${path}.nfts`, nfts, random),
    staked: stakesOf(`${path}.staked`, staked, random),
  };
}

/** Rejects two accounts with the same address, because the later account would overwrite the earlier. */
function refuseTwice(wallets: readonly ReturnType<typeof walletOf>[], tokens: readonly Token[]): void {
  const taken = new Set([...tokens.map(({ mint }) => mint)]);
  for (const { name, nfts, staked } of wallets) {
    const at = (part: string, index: number) => `world.wallets.${name}.${part}[${index}]`;
    for (const [place, address] of [
      ...nfts.map(({ mint }, index) => [`${at("nfts", index)}.mint`, mint] as const),
      ...staked.map((one, index) => [`${at("staked", index)}.stakeAccount`, one.address] as const),
    ]) {
      if (taken.has(address) || isWellKnownProgram(address))
        throw new OptionError(
          place,
          "is already the address of another account in the world; use a different address",
        );
      taken.add(address);
    }
  }
}

function nameOf(name: string, target: string, wallets: ReadonlySet<string>): NamePlan {
  if (isAddress(target)) return { name, address: target };
  if (wallets.has(target)) return { name, wallet: target };
  throw new OptionError(
    `world.names.${name}`,
    `must be an address or a wallet of the world; got ${JSON.stringify(target)}`,
  );
}

function tokenOf(token: TokenOption, random: Random): Token {
  const { symbol, decimals, priceUsd, program = "spl-token", supply = "1000000000" } = token;
  const { name = symbol, mint = namedWallet(random, `mint ${symbol}`).address } = token;
  return { symbol, name, mint, decimals, program, aliases: [], supply, priceUsd };
}

function refuseKnown(path: string, { symbol, mint }: Token, others: readonly Token[]): void {
  if (bySymbol(others, symbol))
    throw new OptionError(`${path}.symbol`, `must not be ${symbol}, which already exists in the world`);
  if (isWellKnownProgram(mint) || others.some((other) => other.mint === mint))
    throw new OptionError(
      `${path}.mint`,
      "is already the address of another account in the world; use a different address",
    );
}

function poolOf(path: string, { pair, sideUsd, feeBps }: PoolOption, tokens: readonly Token[]) {
  const [base, quote] = pair.map((symbol) => bySymbol(tokens, symbol));
  if (!base || !quote) throw new OptionError(`${path}.pair`, "must name two tokens of the world");
  return {
    path,
    base,
    quote,
    ...(sideUsd !== undefined && { sideUsd }),
    ...(feeBps !== undefined && { feeBps }),
  };
}

/** The models of the `market` option by mint. @throws {OptionError} for a symbol whose price cannot move */
function marketOf(market: CheckedWorld["market"] = {}, tokens: readonly Token[]): Map<string, MarketOption> {
  const symbols = tokens.map(({ symbol }) => symbol);
  const models = new Map<string, MarketOption>();
  for (const [symbol, model] of Object.entries(market)) {
    const path = `world.market.${symbol}`;
    const mint = bySymbol(tokens, symbol)?.mint;
    if (mint === undefined) throw new OptionError(path, unknownName(symbol, symbols));
    if (mint === USDC_MINT) throw new OptionError(path, "cannot move: USDC is always 1 USD");
    if (models.has(mint)) throw new OptionError(path, "must not repeat a token");
    models.set(mint, model);
  }
  return models;
}

function bySymbol(tokens: readonly Token[], symbol: string): Token | undefined {
  return tokens.find((token) => token.symbol.toLowerCase() === symbol.toLowerCase());
}

const MAX_LAMPORTS = 1n << 60n;

/** The NFTs of a wallet. Missing mints are derived from the seed. */
function nftsOf(path: string, nfts: readonly NftOption[], random: Random): WorldNft[] {
  return nfts.map(({ mint, uri = "", ...nft }, index) => ({
    ...nft,
    uri,
    mint: mint ?? namedWallet(random, `${path}[${index}]`).address,
  }));
}

/** The stake accounts of a wallet. @throws {OptionError} for an amount that no account can have */
function stakesOf(path: string, stakes: readonly StakeOption[], random: Random): WorldStake[] {
  return stakes.map(({ SOL, validator, stakeAccount, status = "active" }, index) => {
    const at = `${path}[${index}]`;
    const addressFor = (what: string) => namedWallet(random, `${at}.${what}`).address;
    return {
      address: stakeAccount ?? addressFor("stakeAccount"),
      validator: validator ?? addressFor("validator"),
      lamports: lamportsOf(`${at}.SOL`, SOL),
      active: status === "active",
    };
  });
}

function lamportsOf(path: string, amount: string | number): bigint {
  const lamports = baseUnitsOf(path, amount, SOL_DECIMALS);
  if (lamports >= MIN_STAKE && lamports <= MAX_LAMPORTS) return lamports;
  throw new OptionError(
    path,
    `must be from ${MIN_STAKE} lamports, the rent of a stake account, to ${MAX_LAMPORTS}`,
  );
}

/** An amount in base units. @throws {OptionError} for an invalid amount */
function baseUnitsOf(path: string, amount: string | number, decimals: number): bigint {
  try {
    return toBaseUnits(String(amount), decimals);
  } catch (error) {
    throw error instanceof RangeError ? new OptionError(path, `is not valid: ${error.message}`) : error;
  }
}
