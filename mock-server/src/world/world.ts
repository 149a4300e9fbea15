import type { ChainAccount } from "../chain/accounts.js";
import type { Random } from "../kernel/random.js";
import type { WorldNft } from "./nft-accounts.js";
import type { FeaturesOption, MarketOption } from "./option.js";
import { type OpenPool, openPools } from "./pools.js";
import type { WorldStake, WorldValidator } from "./stake-accounts.js";
import { TOKENS, type Token } from "./tokens.js";
import { namedWallet, type Wallet } from "./wallets.js";

export interface WorldWallet {
  readonly name: string;
  readonly wallet: Wallet;
  /** Human units by symbol, such as `{ SOL: "100", USDC: "10000" }`; the same in both environments. */
  readonly balances: Readonly<Record<string, string>>;
  /** Number of transactions before the World began. */
  readonly history: number;
  readonly nfts?: readonly WorldNft[];
  readonly staked?: readonly WorldStake[];
}

export interface WorldName {
  readonly name: string;
  readonly address: string;
}

/** A `.sol` name of an address or of a world wallet. */
export type NamePlan = WorldName | { readonly name: string; readonly wallet: string };

/** A World's complete initial content: plain data, derived from the seed, that is the same in both environments. */
export interface WorldData {
  readonly tokens: readonly Token[];
  readonly pools: readonly OpenPool[];
  readonly wallets: readonly WorldWallet[];
  readonly names: readonly WorldName[];
  /** The wallet that pays airdrops and funding in SOL. */
  readonly faucet: Wallet;
  /** Mint authority of every token except SOL, so that funding can mint tokens by a real transaction. */
  readonly mintAuthority: Wallet;
  /** The arbitrage bot's wallet, if {@link WorldData.arbitrage} enables it. */
  readonly arbitrageur: Wallet;
  readonly arbitrage: boolean;
  /** Price models by mint. */
  readonly market: ReadonlyMap<string, MarketOption>;
  readonly validator: WorldValidator;
  /** Accounts from the `world` option's programs and account files. */
  readonly chain: readonly ChainAccount[];
  readonly features?: FeaturesOption | undefined;
}

/** Initial additions to a World's own data. */
export interface WorldExtras {
  /** Wallets by name. A wallet named "alice" or "bob" replaces the default wallet of that name. */
  readonly wallets?: readonly {
    name: string;
    balances: Readonly<Record<string, string>>;
    history?: number;
    nfts?: readonly WorldNft[];
    staked?: readonly WorldStake[];
  }[];
  readonly tokens?: readonly Token[];
  /** Creates the tokens' pools instead of `openPools`. */
  readonly pools?: (random: Random, tokens: readonly Token[]) => readonly OpenPool[];
  readonly names?: readonly NamePlan[];
  /** Chain accounts in addition to the world's own. */
  readonly chain?: readonly ChainAccount[];
  /** Features that differ from mainnet. */
  readonly features?: FeaturesOption;
  /** Enables the arbitrage bot. Default true. */
  readonly arbitrage?: boolean;
  /** Price models by mint. Default: only trades move prices. */
  readonly market?: ReadonlyMap<string, MarketOption>;
}

/** Bob does not have a USDC account, so the first transfer of USDC to him must create one. */
const USUAL_WALLETS = [
  { name: "alice", balances: { SOL: "100", USDC: "10000", BONK: "25000000", JUP: "1500", PYUSD: "500" } },
  { name: "bob", balances: { SOL: "25", BONK: "1000000" } },
] as const;

export function makeWorld(random: Random, extras: WorldExtras = {}): WorldData {
  const tokens = [...TOKENS, ...(extras.tokens ?? [])];
  const added = extras.wallets ?? [];
  const usual = USUAL_WALLETS.filter(({ name }) => !added.some((wallet) => wallet.name === name));
  const wallets = [...usual, ...added].map((plan: NonNullable<WorldExtras["wallets"]>[number]) => ({
    name: plan.name,
    wallet: namedWallet(random, plan.name),
    balances: plan.balances,
    history: plan.history ?? 0,
    nfts: plan.nfts ?? [],
    staked: plan.staked ?? [],
  }));
  const named = (name: string, owner: string): WorldName => {
    const { wallet } = wallets.find((one) => one.name === owner) ?? { wallet: namedWallet(random, owner) };
    return {
      name,
      get address() {
        return wallet.address;
      },
    };
  };
  const own = USUAL_WALLETS.map(({ name }) => named(`${name}.sol`, name));
  const names = (extras.names ?? []).map((plan) => ("wallet" in plan ? named(plan.name, plan.wallet) : plan));
  let pools: readonly OpenPool[] | undefined;
  return {
    tokens,
    /** Built on first use, because a test of keys or limits never needs the pools. */
    get pools() {
      pools ??= (extras.pools ?? openPools)(random, tokens);
      return pools;
    },
    wallets,
    names: [...own, ...names],
    faucet: namedWallet(random, "faucet"),
    mintAuthority: namedWallet(random, "mint authority"),
    arbitrageur: namedWallet(random, "arbitrageur"),
    arbitrage: extras.arbitrage ?? true,
    market: extras.market ?? new Map(),
    validator: validatorOf(random),
    chain: extras.chain ?? [],
    features: extras.features,
  };
}

/** The validator of a seed's world. Its addresses are created on first use, because few worlds need them. */
export function validatorOf(random: Random): WorldValidator {
  const [node, vote] = [namedWallet(random, "validator"), namedWallet(random, "vote account")];
  return {
    get identity() {
      return node.address;
    },
    get voteAccount() {
      return vote.address;
    },
  };
}

/** Finds a token by symbol, ignoring case. */
export function tokenOfSymbol(world: Pick<WorldData, "tokens">, symbol: string): Token | undefined {
  const wanted = symbol.toLowerCase();
  return world.tokens.find((token) => token.symbol.toLowerCase() === wanted);
}

/** A `.sol` name in lower case: letters, digits and hyphens, but no hyphen at either end. */
export const SOL_NAME = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.sol$/;

export function isSolName(text: string): boolean {
  return SOL_NAME.test(text);
}
