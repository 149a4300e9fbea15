import bs58 from "bs58";
import { isAddress, PROGRAM_IDS } from "../../contract/chain.js";
import { isBuiltIn } from "../decode/instructions.js";
import { GOVERNED } from "../verify/transfer.js";
import { ownAccounts, type VerifiedTransaction } from "../verify/verify.js";
import { hasPermanentDelegate, isMint, tokenFields } from "./accounts.js";
import { type Chain, unbounded } from "./guards.js";

/**
 * Refuses what guards cannot bound when an unknown program runs with the wallet's signature: accounts that the wallet
 * controls in another way than owning a token account, and programs that could create such accounts.
 */
export function checkUnknownPrograms(
  { accounts, instructions, spendAtMost, receiveAtLeast }: VerifiedTransaction,
  chain: Chain,
  wallet: string,
  /** The programs that may be called. */
  programs: readonly string[],
  guarded: ReadonlySet<string>,
): void {
  const refuse = (reason: string): never => {
    throw unbounded(reason);
  };
  const key = bs58.decode(wallet);
  // Not all accounts of known instructions: programs ignore further ones, and an assertion or a memo may name any.
  // Nor the destination of a tip beside a swap.
  const isTransfer = receiveAtLeast.length === 0;
  const named = new Set(
    instructions.filter(({ kind }) => kind !== "sol-transfer" || isTransfer).flatMap(ownAccounts),
  );
  // A venue may open accounts that do not exist, from which nothing can be taken.
  const opened = new Set(instructions.flatMap((one) => (one.kind === "swap" ? one.accounts : [])));
  const traded = new Set([...spendAtMost, ...receiveAtLeast].map(({ mint }) => mint));
  for (const { address, writable } of accounts) {
    if (!isAddress(address)) refuse(`the address of ${address} is not known`);
    if (GOVERNED.includes(address)) refuse(`it can call ${address}, whose accounts obey other authorities`);
    const account = chain.get(address);
    if (account?.executable && !isBuiltIn(address) && !programs.includes(address))
      refuse(`it can call ${address}, which unknownPrograms does not name`);
    const token = account && tokenFields(account);
    if (token?.owner === wallet && token.amount === 1n && !traded.has(token.mint))
      refuse(`the account ${address} may hold the NFT of a position, and its owner may empty the position`);
    if (address === wallet || guarded.has(address)) continue;
    if (account !== undefined && contains(account.data, key))
      refuse(`the account ${address} names the wallet, for example as an authority or a delegate`);
    const isSystem = account === undefined || account.owner === PROGRAM_IDS.system;
    const isExpected = named.has(address) || (account === undefined && opened.has(address));
    if (writable && isSystem && !isExpected)
      refuse(`it can change ${address}, an account of the System program that no known instruction names`);
  }
  for (const { mint } of receiveAtLeast) {
    const account = chain.get(mint);
    if (account === undefined || !isMint(account)) refuse(`it does not list the mint ${mint} of the output`);
    else if (hasPermanentDelegate(account))
      refuse(`the mint ${mint} lets its permanent delegate take the output`);
  }
}

function contains(data: Uint8Array, key: Uint8Array): boolean {
  for (let at = 0; at + key.length <= data.length; at++)
    if (data[at] === key[0] && key.every((byte, i) => data[at + i] === byte)) return true;
  return false;
}
