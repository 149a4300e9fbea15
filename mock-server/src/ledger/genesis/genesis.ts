import { NATIVE_MINT, PROGRAM_IDS } from "intent-tx/contract";
import { lookupTableAccount } from "../../fixtures/lookup-tables.js";
import { fungibleMetadata, metadataAddress, nftAccounts } from "../../fixtures/nft-accounts.js";
import { trianglesOf, USDC_MINT } from "../../fixtures/pools.js";
import { stakeAccount, voteAccount } from "../../fixtures/stake-accounts.js";
import type { Token } from "../../fixtures/tokens.js";
import { tokenOfSymbol, type WorldData } from "../../fixtures/world-data.js";
import { accountWith, rentExempt } from "../../formats/accounts.js";
import { encodeSwapPool } from "../../formats/amm/pool.js";
import { LAMPORTS_PER_SOL, toBaseUnits } from "../../formats/base-units.js";
import { ataOf } from "../../formats/program-addresses.js";
import { encodeMint, newTokenAccount, tokenProgramId } from "../../formats/token-layout.js";
import { OptionError } from "../../kernel/errors.js";
import { once } from "../../kernel/memo.js";
import type { ChainAccount } from "../ledger.js";

/** The faucet's SOL: more than any test suite needs. Its lamports are below 2^53, so that every client reads them exactly. */
const FAUCET_LAMPORTS = 9_000_000n * LAMPORTS_PER_SOL;
const AUTHORITY_LAMPORTS = 1_000_000n * LAMPORTS_PER_SOL;
/** The arbitrageur's USDC: more than it needs to trade once with every pool. */
const ARBITRAGE_USDC = "1000000000";
const NO_DATA = new Uint8Array(0);

/** Returns a World's initial accounts by address, and creates them on first use. Throws like {@link genesisAccounts}. */
export type Genesis = () => ReadonlyMap<string, ChainAccount>;

export function genesisOf(world: WorldData): Genesis {
  return once(() => new Map(genesisAccounts(world).map((account) => [account.address, account])));
}

/**
 * A World's initial accounts, identical in both environments: mints, pools and vaults, wallets and their token
 * accounts, the faucet. The ledger adds the swap program.
 *
 * @throws RangeError if a wallet's balance names an unknown token, or is an invalid amount of it
 * @throws {OptionError} if a given account has the address of an account that the world creates
 */
export function genesisAccounts(world: WorldData): ChainAccount[] {
  const tokens = new Map(world.tokens.map((token) => [token.mint, token]));
  const own = [
    wallet(world.faucet.address, FAUCET_LAMPORTS),
    wallet(world.mintAuthority.address, AUTHORITY_LAMPORTS),
    voteAccount(world.validator),
    ...arbitrageurAccounts(world, tokens),
    ...world.tokens.map((token) => mint(token, world.mintAuthority.address)),
    ...world.pools.flatMap((pool) => [
      accountWith(pool.address, PROGRAM_IDS.swap, encodeSwapPool(pool)),
      newTokenAccount(pool.vaultA, tokenOf(tokens, pool.mintA), pool.address, pool.reserveA),
      newTokenAccount(pool.vaultB, tokenOf(tokens, pool.mintB), pool.address, pool.reserveB),
    ]),
    ...world.lookupTables.map(lookupTableAccount),
    ...world.wallets.flatMap((owner) => walletAccounts(world, owner)),
  ];
  const taken = new Set([PROGRAM_IDS.swap, ...own.map(({ address }) => address)]);
  for (const { address } of world.chain) {
    if (taken.has(address))
      throw new OptionError(
        "world",
        `includes account ${address}, which already exists in the world; remove it`,
      );
  }
  const made = [...own, ...tokenMetadata(world)].map((one) => {
    const least = rentExempt(one.data.length, world.lamportsPerByte);
    return one.lamports < least && one.owner !== PROGRAM_IDS.system ? { ...one, lamports: least } : one;
  });
  return [...made, ...world.chain];
}

/** The tokens' metadata accounts, except for those that the world's account dumps already contain. */
function tokenMetadata({ tokens, mintAuthority, chain }: WorldData): ChainAccount[] {
  const addresses = new Set(chain.map(({ address }) => address));
  return tokens.flatMap((token) => {
    const address = metadataAddress(token.mint);
    return addresses.has(address) ? [] : [fungibleMetadata(token, mintAuthority.address, address)];
  });
}

/** The arbitrageur's accounts: SOL for fees, USDC to trade with, and empty accounts for the tokens it trades. */
function arbitrageurAccounts(
  { arbitrageur: { address }, pools }: WorldData,
  tokens: ReadonlyMap<string, Token>,
): ChainAccount[] {
  const held = (mintAddress: string, whole: string) => {
    const token = tokenOf(tokens, mintAddress);
    const at = ataOf(address, token).account;
    return newTokenAccount(at, token, address, toBaseUnits(whole, token.decimals));
  };
  const between = new Set(trianglesOf(pools).map((triangle) => triangle.held));
  return [
    wallet(address, AUTHORITY_LAMPORTS),
    held(USDC_MINT, ARBITRAGE_USDC),
    ...[...between].map((mintAddress) => held(mintAddress, "0")),
  ];
}

function walletAccounts(world: WorldData, owner: WorldData["wallets"][number]): ChainAccount[] {
  const { address } = owner.wallet;
  const balances = Object.entries(owner.balances).map(([symbol, amount]) => {
    const token = tokenOfSymbol(world.tokens, symbol);
    if (!token) throw new RangeError(`${owner.name} holds ${symbol}, which is not a token in this world`);
    const units = toBaseUnits(amount, token.decimals);
    if (token.mint === NATIVE_MINT) return wallet(address, units);
    const at = ataOf(address, token).account;
    return newTokenAccount(at, token, address, units);
  });
  return [
    ...balances,
    ...owner.nfts.flatMap((nft) => nftAccounts(nft, address)),
    ...owner.staked.map((stake) => stakeAccount(stake, address)),
  ];
}

function tokenOf(tokens: ReadonlyMap<string, Token>, mintAddress: string): Token {
  const token = tokens.get(mintAddress);
  if (!token) throw new RangeError(`A pool holds ${mintAddress}, which is not a token in this world`);
  return token;
}

const wallet = (address: string, lamports: bigint) =>
  accountWith(address, PROGRAM_IDS.system, NO_DATA, lamports);

function mint(token: Token, authority: string): ChainAccount {
  const native = token.mint === NATIVE_MINT;
  const supply = native ? 0n : toBaseUnits(token.supply, token.decimals);
  const data = encodeMint(token, supply, native ? undefined : authority);
  return accountWith(token.mint, tokenProgramId(token.program), data);
}
