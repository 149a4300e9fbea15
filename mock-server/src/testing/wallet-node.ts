import { jsonOr } from "../kernel/json.js";
import type { RpcAccount } from "../ledger/validator/decode.js";

/** A node's answers that a wallet reads before it changes a transaction. */
export type WalletNode = ReturnType<typeof walletNode>;

/** Maximum addresses per call. */
const PAGE = 100;
const READ = { commitment: "processed", encoding: "base64" } as const;

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
const base64Of = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

/** An account from a node's JSON-RPC. */
export type NodeAccount = NonNullable<ReturnType<typeof accountOf>>;

function accountOf(account: RpcAccount | null) {
  if (!account) return undefined;
  const { lamports, owner, data } = account;
  return { lamports, owner, data: bytesOf(data[0]) };
}

/** A wallet's own node: the mock's JSON-RPC. */
export function walletNode(url: string, fetch: (url: string, init: RequestInit) => Promise<Response>) {
  const call = async <T>(method: string, params: readonly unknown[]): Promise<T> => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    const { result, error } = (jsonOr(await response.text()) ?? {}) as {
      readonly result?: T;
      readonly error?: { readonly message: string };
    };
    if (result === undefined) throw new Error(`${method}: ${error?.message ?? `status ${response.status}`}`);
    return result;
  };
  return {
    send: (wire: Uint8Array) =>
      call("sendTransaction", [base64Of(wire), { encoding: "base64", skipPreflight: true }]),
    blockhash: async () =>
      (await call<{ value: { blockhash: string } }>("getLatestBlockhash", [{ commitment: "finalized" }]))
        .value.blockhash,
    accounts: async (addresses: readonly string[]) => {
      const { value } = await call<{ value: readonly (RpcAccount | null)[] }>("getMultipleAccounts", [
        addresses.slice(0, PAGE),
        READ,
      ]);
      return value.map(accountOf);
    },
    /** The accounts after a simulation; undefined if it fails. */
    simulated: async (wire: Uint8Array, addresses: readonly string[]) => {
      const config = { ...READ, replaceRecentBlockhash: true, accounts: { encoding: "base64", addresses } };
      const { value } = await call<{
        value: { err: unknown; accounts: readonly (RpcAccount | null)[] | null };
      }>("simulateTransaction", [base64Of(wire), config]);
      return value.err === null ? value.accounts?.map(accountOf) : undefined;
    },
  };
}
