import { feeOf } from "../../formats/fees.js";
import type { Transaction } from "../../formats/transaction.js";
import {
  type ChainAccount,
  type LoadedKeys,
  SendError,
  type Simulated,
  type SimulateOptions,
} from "../ledger.js";
import { loadKeys } from "../lookup-tables.js";
import { accountOf, executionOfSimulation, type RpcSimulation } from "./decode.js";
import type { RpcClient } from "./rpc-client.js";
import { RpcResponseError } from "./rpc-client.js";

const INVALID_PARAMS = -32_602;
const BAD_SIGNATURE = -32_003;

export type ReadAccounts = (addresses: readonly string[]) => Promise<(ChainAccount | undefined)[]>;

/** Simulates a transaction on a validator. @throws {SendError} `malformed`, or `signature` with `sigVerify` */
export async function simulateOver(
  client: RpcClient,
  accounts: ReadAccounts,
  transaction: Transaction,
  { sigVerify = false, replaceRecentBlockhash = false }: SimulateOptions,
): Promise<Simulated> {
  const keys = await keysOf(transaction, accounts);
  const config = {
    encoding: "base64",
    commitment: "confirmed",
    sigVerify,
    replaceRecentBlockhash,
    accounts: { encoding: "base64", addresses: keys.accountKeys },
  };
  const wire = Buffer.from(transaction.wire).toString("base64");
  const { value } = await client
    .call<{ value: RpcSimulation }>("simulateTransaction", [wire, config])
    .catch((error: unknown) => {
      throw asSendError(error);
    });
  const execution = executionOfSimulation(value, keys);
  const { replacementBlockhash } = value;
  const simulated = {
    ...execution,
    postAccounts: keys.accountKeys.map((address, at) => accountOf(address, value.accounts?.[at] ?? null)),
    ...(replacementBlockhash && { replacementBlockhash }),
  };
  return value.err === null
    ? simulated
    : { ...simulated, ...(await afterFee(simulated, transaction, accounts)) };
}

/** The accounts after a failed simulation: a validator does not return them. Only the fee changes them. */
async function afterFee(
  { accountKeys, fee, preBalances, postBalances }: Simulated,
  transaction: Transaction,
  accounts: ReadAccounts,
): Promise<Pick<Simulated, "postAccounts" | "postBalances">> {
  const charged = fee === null ? 0n : feeOf(transaction);
  // It depends on the node's version whether the returned balances include the fee. The chain always charges the fee.
  const shown = (preBalances[0] ?? 0n) - (postBalances[0] ?? 0n);
  const missing = charged - shown;
  const [payer, ...others] = await accounts(accountKeys);
  const [balance = 0n, ...balances] = postBalances;
  return {
    postAccounts: [payer && { ...payer, lamports: payer.lamports - charged }, ...others],
    postBalances: postBalances.length === 0 ? [] : [balance - missing, ...balances],
  };
}

async function keysOf(transaction: Transaction, accounts: ReadAccounts): Promise<LoadedKeys> {
  const tables = transaction.lookups.map(({ table }) => table);
  const found = tables.length === 0 ? [] : await accounts(tables);
  return loadKeys(transaction, (address) => found[tables.indexOf(address)]);
}

function asSendError(error: unknown): unknown {
  if (!(error instanceof RpcResponseError)) return error;
  if (error.code === BAD_SIGNATURE) return new SendError("signature", error.reason);
  return error.code === INVALID_PARAMS ? new SendError("malformed", error.reason) : error;
}
