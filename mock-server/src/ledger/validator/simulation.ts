import type { Transaction } from "../../formats/transaction.js";
import { type ChainAccount, type Execution, SendError, type SimulateOptions } from "../ledger.js";
import { loadKeys } from "../lookup-tables.js";
import { BASE64, type RpcSimulation, tokenBalancesOf } from "./decode.js";
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
): Promise<Execution> {
  const tables = transaction.lookups.map(({ table }) => table);
  const found = tables.length === 0 ? [] : await accounts(tables);
  const { accountKeys } = loadKeys(transaction, (address) => found[tables.indexOf(address)]);
  const config = { ...BASE64, sigVerify, replaceRecentBlockhash };
  const wire = Buffer.from(transaction.wire).toString("base64");
  const { value } = await client
    .call<{ value: RpcSimulation }>("simulateTransaction", [wire, config])
    .catch((error: unknown) => {
      throw asSendError(error);
    });
  const { err, logs, unitsConsumed = 0, loadedAccountsDataSize } = value;
  return {
    accountKeys,
    err,
    logs: logs ?? [],
    unitsConsumed,
    ...tokenBalancesOf(value),
    ...(loadedAccountsDataSize !== undefined && { loadedAccountsDataSize }),
  };
}

function asSendError(error: unknown): unknown {
  if (!(error instanceof RpcResponseError)) return error;
  if (error.code === BAD_SIGNATURE) return new SendError("signature", error.reason);
  return error.code === INVALID_PARAMS ? new SendError("malformed", error.reason) : error;
}
