import type { Environment } from "intent-tx/contract";
import type { PlacedAccount } from "../control/subject.js";
import { checkedCall } from "../kernel/checked.js";
import { invalidField } from "../kernel/service-error.js";
import { settle } from "../kernel/work-under-way.js";
import type { Ledgers } from "../ledger/ledgers.js";
import { AccountFileSchema } from "../world/account-file.js";

/** Bytes of an account that takes a while. */
const LONG = 1 << 20;

/**
 * Puts an account on a network's chain, as a dump of it says; `null` removes what is there.
 *
 * @throws ServiceError 400 naming the field that is wrong
 * @throws {NotOnValidatorError} on a network that runs on a validator
 */
export async function placeAccount(
  { ledgers }: { readonly ledgers: Ledgers },
  given: { readonly environment: Environment; readonly pubkey: string; readonly account: object | null },
): Promise<PlacedAccount> {
  const { environment, pubkey } = given;
  const account = given.account === null ? undefined : checkedCall(AccountFileSchema, given);
  const ledger = await ledgers.get(environment);
  const isLong = (account?.data.length ?? 0) > LONG;
  try {
    // Reading it, putting it there and writing it down take a while each: others have their turn in between.
    if (isLong) await settle();
    await ledger.setAccount(pubkey, account);
    if (isLong) await settle();
  } catch (error) {
    // The chain's own accounts (its clock, its rent) take nothing but what they are for.
    if (error instanceof RangeError) throw invalidField("account", `cannot be put there: ${error.message}`);
    throw error;
  }
  return { environment, pubkey, lamports: String(account?.lamports ?? 0n) };
}
