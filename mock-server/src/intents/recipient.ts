import { PROGRAM_IDS } from "intent-tx/contract";
import { decodeMint, decodeTokenAccount } from "../chain/token-layout.js";
import type { ChainAccount } from "../ledger/ledger.js";
import { refuse } from "./refusal.js";

/** Looks accounts up, in the order of `addresses`. */
export type AccountsAt = (addresses: readonly string[]) => Promise<(ChainAccount | undefined)[]>;

/**
 * Refuses a recipient that the chain shows to be no wallet: what is sent to a mint, a program or a token account's
 * address is lost.
 *
 * @throws CommandRefused `mint_recipient`, `program_recipient`, `invalid_address`
 */
export async function checkRecipient(recipient: string, accountsAt: AccountsAt): Promise<void> {
  const [account] = await accountsAt([recipient]);
  if (!account || account.owner === PROGRAM_IDS.system) return;
  if (account.executable) refuse("program_recipient", `${recipient} is a program. Send to a wallet.`);
  if (decodeMint(account.owner, account.data)) {
    refuse("mint_recipient", `${recipient} is a token's mint. Send to a wallet.`);
  }
  const held = decodeTokenAccount(account.owner, account.data);
  if (held) {
    refuse(
      "invalid_address",
      `${recipient} is a token account, not a wallet. Send to its owner, ${held.owner}.`,
    );
  }
  refuse("program_recipient", `${recipient} belongs to the program ${account.owner}. Send to a wallet.`);
}

/** Which of these accounts exist and belong to the System program: they may be paid though they are off the curve. */
export async function systemAccounts(
  addresses: readonly string[],
  accountsAt: AccountsAt,
): Promise<Set<string>> {
  const accounts = await accountsAt(addresses);
  const found = accounts.flatMap((account) =>
    account?.owner === PROGRAM_IDS.system ? [account.address] : [],
  );
  return new Set(found);
}
