import { isAddress } from "intent-tx/contract";
import { toBaseUnits } from "../chain/base-units.js";
import { knownOptions } from "../kernel/known-options.js";
import { OptionError } from "../kernel/option-error.js";
import type { Random } from "../kernel/random.js";
import { METADATA_TEXT, type WorldNft } from "./nft-accounts.js";
import type { NftOption, StakeOption } from "./option.js";
import { LEAST_STAKE, type WorldStake } from "./stake-accounts.js";
import { namedWallet } from "./wallets.js";

const SOL_DECIMALS = 9;
const MOST_LAMPORTS = 1n << 60n;

function listed(path: string, value: unknown): void {
  if (!Array.isArray(value)) throw new OptionError(path, "must be a list");
}

function address(path: string, value: unknown): string {
  if (typeof value === "string" && isAddress(value)) return value;
  throw new OptionError(path, "must be a base58 address of 32 bytes");
}

function text(path: string, value: unknown, bytes: number): string {
  if (typeof value === "string" && value !== "" && Buffer.byteLength(value) <= bytes) return value;
  throw new OptionError(path, `must be a text of 1 to ${bytes} bytes, as the metadata program keeps it`);
}

/** The NFTs of a wallet of the `world` option. @throws {OptionError} with the path of what is wrong */
export function checkedNfts(path: string, nfts: readonly NftOption[], random: Random): WorldNft[] {
  listed(path, nfts);
  return nfts.map((nft, index) => {
    const at = `${path}[${index}]`;
    knownOptions(at, nft, ["mint", "name", "symbol", "collection", "uri"]);
    const { name, symbol, uri, collection } = nft;
    return {
      mint: nft.mint === undefined ? namedWallet(random, at).address : address(`${at}.mint`, nft.mint),
      name: text(`${at}.name`, name, METADATA_TEXT.name),
      symbol: text(`${at}.symbol`, symbol, METADATA_TEXT.symbol),
      uri: uri === undefined ? "" : text(`${at}.uri`, uri, METADATA_TEXT.uri),
      ...(collection !== undefined && { collection: address(`${at}.collection`, collection) }),
    };
  });
}

/** The stake accounts of a wallet of the `world` option. @throws {OptionError} with the path of what is wrong */
export function checkedStakes(path: string, stakes: readonly StakeOption[], random: Random): WorldStake[] {
  listed(path, stakes);
  return stakes.map((stake, index) => {
    const at = `${path}[${index}]`;
    knownOptions(at, stake, ["SOL", "validator", "stakeAccount", "status"]);
    const { validator, stakeAccount, status = "active" } = stake;
    if (status !== "active" && status !== "inactive")
      throw new OptionError(`${at}.status`, "must be active or inactive");
    const made = (what: string) => namedWallet(random, `${at}.${what}`).address;
    return {
      address:
        stakeAccount === undefined ? made("stakeAccount") : address(`${at}.stakeAccount`, stakeAccount),
      validator: validator === undefined ? made("validator") : address(`${at}.validator`, validator),
      lamports: staked(`${at}.SOL`, stake.SOL),
      active: status === "active",
    };
  });
}

function staked(path: string, amount: unknown): bigint {
  let lamports: bigint;
  try {
    lamports = toBaseUnits(String(amount), SOL_DECIMALS);
  } catch (error) {
    throw error instanceof RangeError ? new OptionError(path, `is not valid: ${error.message}`) : error;
  }
  if (lamports < LEAST_STAKE || lamports > MOST_LAMPORTS)
    throw new OptionError(
      path,
      `must be from ${LEAST_STAKE} lamports, the rent of a stake account, to ${MOST_LAMPORTS}`,
    );
  return lamports;
}
