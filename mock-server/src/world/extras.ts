import { isAddress, TIERS } from "intent-tx/contract";
import { toBaseUnits } from "../chain/base-units.js";
import { isWellKnownProgram } from "../chain/programs.js";
import { knownOptions } from "../kernel/known-options.js";
import { OptionError } from "../kernel/option-error.js";
import type { Random } from "../kernel/random.js";
import { checkedChain } from "./chain-option.js";
import { isSolName } from "./names.js";
import type { AccountOption, PoolOption, TokenOption, WalletOption, WorldOption } from "./option.js";
import { checkedNfts, checkedStakes } from "./owned.js";
import { addPool, openPools } from "./pools.js";
import { TOKENS, type Token } from "./tokens.js";
import { namedWallet } from "./wallets.js";
import type { NamePlan, WorldExtras } from "./world.js";

const NAME = /^[a-zA-Z0-9][\w-]{0,63}$/;
const DECIMAL = /^\d{1,30}(\.\d{1,18})?$/;
/** Past transactions that a wallet may begin with; each is a row of State. */
const MOST_HISTORY = 100_000;
const RESERVED_KEYS = ["free", "pro", "enterprise", "test"];

/**
 * Checks the `world` option and turns it into what a World is made with.
 *
 * @throws {OptionError} with the path of what is wrong, and why
 */
export function worldExtras(
  given: WorldOption | undefined,
  random: Random,
): { readonly extras: WorldExtras; readonly accounts: Readonly<Record<string, AccountOption>> } {
  const option = given === undefined ? {} : given;
  knownOptions("world", option, [
    "wallets",
    "accounts",
    "names",
    "tokens",
    "pools",
    "programs",
    "chainAccounts",
    "arbitrage",
  ]);
  const { arbitrage = true } = option;
  if (typeof arbitrage !== "boolean") throw new OptionError("world.arbitrage", "must be true or false");
  for (const part of ["wallets", "accounts", "names"] as const) keyed(`world.${part}`, option[part]);
  for (const part of ["tokens", "pools", "programs", "chainAccounts"] as const) {
    const list: unknown = option[part];
    if (list !== undefined && !Array.isArray(list)) throw new OptionError(`world.${part}`, "must be a list");
  }
  const tokens = (option.tokens ?? []).map((token, index) =>
    checkedToken(`world.tokens[${index}]`, token, random),
  );
  for (const [index, token] of tokens.entries()) {
    const others = [...TOKENS, ...tokens.slice(0, index)];
    if (others.some(({ symbol }) => symbol.toLowerCase() === token.symbol.toLowerCase())) {
      throw new OptionError(
        `world.tokens[${index}].symbol`,
        `is ${token.symbol}, which the world has already`,
      );
    }
    if (others.some(({ mint }) => mint === token.mint))
      throw new OptionError(`world.tokens[${index}].mint`, "is another token's");
  }
  const all = [...TOKENS, ...tokens];
  const wallets = Object.entries(option.wallets ?? {}).map(([name, wallet]) =>
    checkedWallet(name, wallet, all, random),
  );
  refuseTwice(wallets, all);
  const names = Object.entries(option.names ?? {}).map(([name, target]) => checkedName(name, target, option));
  const pools = (option.pools ?? []).map((pool, index) => checkedPool(`world.pools[${index}]`, pool, all));
  for (const [name, account] of Object.entries(option.accounts ?? {})) checkAccount(name, account);
  // Pools are made when they are needed; what is wrong with them has to be said now.
  if (tokens.length + pools.length > 0) withPools(random, all, pools);
  const named = new Set(["alice", "bob", ...wallets.map(({ name }) => name)]);
  const chain = checkedChain(option, (name) =>
    named.has(name) ? namedWallet(random, name).address : undefined,
  );
  return {
    extras: {
      ...{ wallets, tokens, names, chain, arbitrage },
      pools: (seeded, every) => withPools(seeded, every, pools),
    },
    accounts: option.accounts ?? {},
  };
}

function withPools(random: Random, tokens: readonly Token[], pools: ReturnType<typeof checkedPool>[]) {
  let open: ReturnType<typeof openPools>;
  try {
    open = openPools(random, tokens);
  } catch (error) {
    throw error instanceof RangeError
      ? new OptionError("world.tokens", `are refused: ${error.message}`)
      : error;
  }
  for (const { path, ...request } of pools) {
    try {
      open = addPool(open, random, request);
    } catch (error) {
      throw error instanceof RangeError ? new OptionError(path, `is refused: ${error.message}`) : error;
    }
  }
  return open;
}

/** Refuses what is neither left out nor an object of values by name. */
function keyed(path: string, value: unknown): void {
  if (value === undefined) return;
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new OptionError(path, "must be an object by name");
}

function checkedWallet(name: string, wallet: WalletOption, tokens: readonly Token[], random: Random) {
  const path = `world.wallets.${name}`;
  if (!NAME.test(name)) throw new OptionError(path, "must have a name of letters, digits, - and _");
  if (typeof wallet !== "object" || wallet === null || Array.isArray(wallet))
    throw new OptionError(path, "must be an object of balances");
  const { history = 0, nfts = [], staked = [], ...given } = wallet;
  if (!Number.isInteger(history) || history < 0 || history > MOST_HISTORY) {
    throw new OptionError(`${path}.history`, `must be an integer from 0 to ${MOST_HISTORY}`);
  }
  const balances: Record<string, string> = {};
  for (const [symbol, amount] of Object.entries(given)) {
    const token = tokens.find((one) => one.symbol.toLowerCase() === symbol.toLowerCase());
    if (!token) throw new OptionError(`${path}.${symbol}`, "is no token of this world");
    try {
      toBaseUnits(String(amount), token.decimals);
    } catch (error) {
      throw error instanceof RangeError
        ? new OptionError(`${path}.${symbol}`, `is not valid: ${error.message}`)
        : error;
    }
    balances[token.symbol] = String(amount);
  }
  return {
    name,
    balances,
    history,
    nfts: checkedNfts(`${path}.nfts`, nfts, random),
    staked: checkedStakes(`${path}.staked`, staked, random),
  };
}

/** Two accounts of one address would be one, with the data of the later: a mint or a program would be no more. */
function refuseTwice(wallets: readonly ReturnType<typeof checkedWallet>[], tokens: readonly Token[]): void {
  const taken = new Set([...tokens.map(({ mint }) => mint)]);
  for (const { name, nfts, staked } of wallets) {
    const at = (part: string, index: number) => `world.wallets.${name}.${part}[${index}]`;
    for (const [place, address] of [
      ...nfts.map(({ mint }, index) => [`${at("nfts", index)}.mint`, mint] as const),
      ...staked.map((one, index) => [`${at("staked", index)}.stakeAccount`, one.address] as const),
    ]) {
      if (taken.has(address) || isWellKnownProgram(address))
        throw new OptionError(place, "is the address of something else in the world");
      taken.add(address);
    }
  }
}

function checkAccount(name: string, account: AccountOption): void {
  const path = `world.accounts.${name}`;
  if (!NAME.test(name)) throw new OptionError(path, "must have a name of letters, digits, - and _");
  if (RESERVED_KEYS.includes(name))
    throw new OptionError(path, `is taken; ${RESERVED_KEYS.join(", ")} are the world's own`);
  knownOptions(path, account, ["tier", "environment", "requestsUsed"]);
  const { tier = "free", environment = "live", requestsUsed = 0 } = account;
  if (!TIERS.includes(tier)) throw new OptionError(`${path}.tier`, `must be one of ${TIERS.join(", ")}`);
  if (environment !== "live" && environment !== "test")
    throw new OptionError(`${path}.environment`, "must be live or test");
  if (!Number.isInteger(requestsUsed) || requestsUsed < 0) {
    throw new OptionError(`${path}.requestsUsed`, "must be an integer from 0");
  }
}

function checkedName(name: string, target: string, option: WorldOption): NamePlan {
  const path = `world.names.${name}`;
  if (!isSolName(name)) throw new OptionError(path, "must be a lower-case name that ends in .sol");
  if (typeof target === "string" && isAddress(target)) return { name, address: target };
  if (target === "alice" || target === "bob" || Object.hasOwn(option.wallets ?? {}, target)) {
    return { name, wallet: target };
  }
  throw new OptionError(
    path,
    `is ${JSON.stringify(target)}, which is neither an address nor a wallet of the world`,
  );
}

function checkedToken(path: string, token: TokenOption, random: Random): Token {
  knownOptions(path, token, ["symbol", "name", "mint", "decimals", "program", "priceUsd", "supply"]);
  const { symbol, decimals, priceUsd, program = "spl-token", supply = "1000000000" } = token;
  if (typeof symbol !== "string" || !/^[A-Za-z0-9]{1,12}$/.test(symbol))
    throw new OptionError(`${path}.symbol`, "must be 1 to 12 letters and digits");
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 18) {
    throw new OptionError(`${path}.decimals`, "must be an integer from 0 to 18");
  }
  if (typeof priceUsd !== "string" || !DECIMAL.test(priceUsd) || Number(priceUsd) === 0) {
    throw new OptionError(`${path}.priceUsd`, 'must be a decimal string above 0, such as "1.25"');
  }
  if (typeof supply !== "string" || !DECIMAL.test(supply))
    throw new OptionError(`${path}.supply`, "must be a decimal string of whole tokens");
  if (program !== "spl-token" && program !== "token-2022") {
    throw new OptionError(`${path}.program`, "must be spl-token or token-2022");
  }
  const { name = symbol, mint = namedWallet(random, `mint ${symbol}`).address } = token;
  if (typeof name !== "string" || name === "")
    throw new OptionError(`${path}.name`, "must be a text that is not empty");
  if (
    typeof mint !== "string" ||
    !isAddress(mint) ||
    isWellKnownProgram(mint) ||
    TOKENS.some((one) => one.mint === mint)
  ) {
    throw new OptionError(`${path}.mint`, "must be a base58 address of 32 bytes that no other token has");
  }
  return { symbol, name, mint, decimals, program, aliases: [], supply, priceUsd };
}

function checkedPool(path: string, pool: PoolOption, tokens: readonly Token[]) {
  knownOptions(path, pool, ["pair", "sideUsd", "feeBps"]);
  const pair: readonly unknown[] = Array.isArray(pool.pair) ? pool.pair : [];
  const [base, quote] = pair.map((symbol) =>
    tokens.find((token) => token.symbol.toLowerCase() === String(symbol).toLowerCase()),
  );
  if (!base || !quote || pair.length !== 2)
    throw new OptionError(`${path}.pair`, "must name two tokens of the world");
  const { sideUsd, feeBps } = pool;
  if (sideUsd !== undefined && !(Number.isInteger(sideUsd) && sideUsd > 0)) {
    throw new OptionError(`${path}.sideUsd`, "must be a positive integer of US dollars");
  }
  if (feeBps !== undefined && !(Number.isInteger(feeBps) && feeBps >= 0 && feeBps < 10_000)) {
    throw new OptionError(`${path}.feeBps`, "must be an integer from 0 to 9999");
  }
  return {
    path,
    base,
    quote,
    ...(sideUsd !== undefined && { sideUsd }),
    ...(feeBps !== undefined && { feeBps }),
  };
}
