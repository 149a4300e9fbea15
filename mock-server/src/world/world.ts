import type { ChainAccount } from "../chain/accounts.js";
import type { Random } from "../kernel/random.js";
import type { WorldNft } from "./nft-accounts.js";
import type { FeaturesOption } from "./option.js";
import { type OpenPool, openPools } from "./pools.js";
import type { WorldStake, WorldValidator } from "./stake-accounts.js";
import { TOKENS, type Token } from "./tokens.js";
import { namedWallet, type Wallet } from "./wallets.js";

/** A wallet that a World begins with. */
export interface WorldWallet {
  readonly name: string;
  readonly wallet: Wallet;
  /** Human units by symbol, as in `{ SOL: "100", USDC: "10000" }`; the same on both environments. */
  readonly balances: Readonly<Record<string, string>>;
  /** How many transactions it made before the World began. */
  readonly history: number;
  readonly nfts?: readonly WorldNft[];
  readonly staked?: readonly WorldStake[];
}

/** A `.sol` name and the address that it stands for. */
export interface WorldName {
  readonly name: string;
  readonly address: string;
}

/** A `.sol` name of an address, or of a wallet of the world. */
export type NamePlan = WorldName | { readonly name: string; readonly wallet: string };

/** Everything that a World holds at its start: plain data from the seed, the same on both environments. */
export interface WorldData {
  readonly tokens: readonly Token[];
  readonly pools: readonly OpenPool[];
  readonly wallets: readonly WorldWallet[];
  readonly names: readonly WorldName[];
  /** Pays airdrops and funding in SOL. */
  readonly faucet: Wallet;
  /** May mint every token but SOL, so that funding makes tokens by a real transaction. */
  readonly mintAuthority: Wallet;
  /** Keeps pools in line with each other, where {@link WorldData.arbitrage} says so. */
  readonly arbitrageur: Wallet;
  readonly arbitrage: boolean;
  readonly validator: WorldValidator;
  /** Accounts of programs and account files that the world was given. */
  readonly chain: readonly ChainAccount[];
  readonly features?: FeaturesOption | undefined;
}

/** Additions to a World's own data at the start. */
export interface WorldExtras {
  /** Wallets by name; "alice" or "bob" takes the place of the usual one. */
  readonly wallets?: readonly {
    name: string;
    balances: Readonly<Record<string, string>>;
    history?: number;
    nfts?: readonly WorldNft[];
    staked?: readonly WorldStake[];
  }[];
  readonly tokens?: readonly Token[];
  /** Makes the pools of the tokens in place of `openPools`. */
  readonly pools?: (random: Random, tokens: readonly Token[]) => readonly OpenPool[];
  readonly names?: readonly NamePlan[];
  /** Accounts beside all others. */
  readonly chain?: readonly ChainAccount[];
  /** Features that are to be other than mainnet's. */
  readonly features?: FeaturesOption;
  /** Whether pools are kept in line with each other. Default true. */
  readonly arbitrage?: boolean;
}

/** Bob holds no USDC account: the first USDC that he is sent has to make one. */
const USUAL_WALLETS = [
  { name: "alice", balances: { SOL: "100", USDC: "10000", BONK: "25000000", JUP: "1500", PYUSD: "500" } },
  { name: "bob", balances: { SOL: "25", BONK: "1000000" } },
] as const;

/** The World of a seed. */
export function makeWorld(random: Random, extras: WorldExtras = {}): WorldData {
  const tokens = [...TOKENS, ...(extras.tokens ?? [])];
  const given = extras.wallets ?? [];
  const usual = USUAL_WALLETS.filter(({ name }) => !given.some((wallet) => wallet.name === name));
  const wallets = [...usual, ...given].map((plan: NonNullable<WorldExtras["wallets"]>[number]) => ({
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
    /** Made when they are first asked for: a test of keys or limits never does. */
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
    validator: validatorOf(random),
    chain: extras.chain ?? [],
    features: extras.features,
  };
}

/** The validator of a seed's world. Its addresses are made when they are first asked for: few worlds need them. */
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

/** The token of a symbol, whatever its case. */
export function tokenOfSymbol(world: Pick<WorldData, "tokens">, symbol: string): Token | undefined {
  const wanted = symbol.toLowerCase();
  return world.tokens.find((token) => token.symbol.toLowerCase() === wanted);
}

/** A `.sol` name in lower case: letters, digits and hyphens, the last never at an end. */
export const SOL_NAME = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.sol$/;

/** Whether a text is a `.sol` name, written in lower case. */
export function isSolName(text: string): boolean {
  return SOL_NAME.test(text);
}
