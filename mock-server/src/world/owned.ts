import { SOL_DECIMALS } from "intent-tx/contract";
import { toBaseUnits } from "../chain/base-units.js";
import { OptionError } from "../kernel/option-error.js";
import type { Random } from "../kernel/random.js";
import type { WorldNft } from "./nft-accounts.js";
import type { NftOption, StakeOption } from "./option.js";
import { LEAST_STAKE, type WorldStake } from "./stake-accounts.js";
import { namedWallet } from "./wallets.js";

const MOST_LAMPORTS = 1n << 60n;

/** The NFTs of a wallet of the `world` option; those without a mint get one from the seed. */
export function nftsOf(path: string, nfts: readonly NftOption[], random: Random): WorldNft[] {
  return nfts.map(({ mint, uri = "", ...nft }, index) => ({
    ...nft,
    uri,
    mint: mint ?? namedWallet(random, `${path}[${index}]`).address,
  }));
}

/** The stake accounts of a wallet of the `world` option. @throws {OptionError} for an amount that no account can hold */
export function stakesOf(path: string, stakes: readonly StakeOption[], random: Random): WorldStake[] {
  return stakes.map(({ SOL, validator, stakeAccount, status = "active" }, index) => {
    const at = `${path}[${index}]`;
    const made = (what: string) => namedWallet(random, `${at}.${what}`).address;
    return {
      address: stakeAccount ?? made("stakeAccount"),
      validator: validator ?? made("validator"),
      lamports: lamportsOf(`${at}.SOL`, SOL),
      active: status === "active",
    };
  });
}

function lamportsOf(path: string, amount: string | number): bigint {
  const lamports = baseUnitsOf(path, amount, SOL_DECIMALS);
  if (lamports >= LEAST_STAKE && lamports <= MOST_LAMPORTS) return lamports;
  throw new OptionError(
    path,
    `must be from ${LEAST_STAKE} lamports, the rent of a stake account, to ${MOST_LAMPORTS}`,
  );
}

/** An amount of the `world` option in base units. @throws {OptionError} for one that is none */
export function baseUnitsOf(path: string, amount: string | number, decimals: number): bigint {
  try {
    return toBaseUnits(String(amount), decimals);
  } catch (error) {
    throw error instanceof RangeError ? new OptionError(path, `is not valid: ${error.message}`) : error;
  }
}
