import type * as z from "zod/mini";
import type { CommittedLedger, Simulated } from "../../ledger/ledger.js";
import type { simulateConfig } from "../params.js";
import { invalidParams } from "../rpc-error.js";
import { accountForm, type EncodedAccount, emptyAccount, encodeAccounts } from "./account.js";
import { hasRun, innerInstructions, loadedAddresses, returnData, tokenBalances } from "./meta.js";

/** A simulation in JSON-RPC form. Every key is always present; `inner` instructions and accounts only on request. */
export function encodeSimulated(
  simulated: Simulated,
  inner = false,
  accounts: Awaited<ReturnType<typeof simulatedAccounts>> = null,
) {
  // A transaction that runs pays its fee, even if it fails.
  const ran = simulated.fee !== null && hasRun(simulated);
  return {
    accounts,
    err: simulated.err,
    fee: simulated.fee,
    innerInstructions: inner && ran ? innerInstructions(simulated, "parsed") : null,
    loadedAccountsDataSize: simulated.loadedAccountsDataSize ?? 0,
    loadedAddresses: loadedAddresses(simulated),
    logs: simulated.logs,
    postBalances: simulated.postBalances,
    postTokenBalances: tokenBalances(simulated.postTokenBalances),
    preBalances: simulated.preBalances,
    preTokenBalances: tokenBalances(simulated.preTokenBalances),
    replacementBlockhash: simulated.replacementBlockhash ?? null,
    returnData: returnData(simulated),
    unitsConsumed: simulated.unitsConsumed,
  };
}

/**
 * The requested accounts after a simulation; null if none were requested.
 *
 * @throws {RpcError} -32602
 */
export async function simulatedAccounts(
  ledger: CommittedLedger,
  simulated: Simulated,
  requested: NonNullable<z.output<typeof simulateConfig>>["accounts"],
): Promise<(EncodedAccount | null)[] | null> {
  if (requested === undefined) return null;
  const { addresses, encoding } = requested;
  if (encoding === "base58" || encoding === "binary") throw invalidParams("base58 encoding not supported");
  const most = simulated.accountKeys.length;
  if (addresses.length > most) throw invalidParams(`Too many accounts provided; max ${most}`);
  if (simulated.err !== null) return addresses.map(() => null);
  const accounts = await Promise.all(
    addresses.map(async (address) => {
      const index = simulated.accountKeys.indexOf(address);
      if (index < 0) return (await ledger.accounts([address]))[0];
      // The runtime creates an empty account for each address that a transaction names.
      return simulated.postAccounts[index] ?? emptyAccount(address);
    }),
  );
  return encodeAccounts(ledger, accounts, accountForm({ encoding }, "base64"));
}
