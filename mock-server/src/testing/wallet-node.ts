import { jsonOr } from "../kernel/json.js";
import type { NodeAccount, WalletNode } from "./wallet-edits.js";

interface JsonAccount {
  readonly lamports: number | bigint;
  readonly owner: string;
  readonly data: readonly [string, "base64"];
}

/** Maximum addresses per call. */
const PAGE = 100;
const READ = { commitment: "processed", encoding: "base64" } as const;

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
const base64Of = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

function accountOf(account: JsonAccount | null | undefined): NodeAccount | undefined {
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
  const node: WalletNode & { send(wire: Uint8Array): Promise<string> } = {
    send: (wire) => call("sendTransaction", [base64Of(wire), { encoding: "base64", skipPreflight: true }]),
    blockhash: async () =>
      (await call<{ value: { blockhash: string } }>("getLatestBlockhash", [{ commitment: "finalized" }]))
        .value.blockhash,
    accounts: async (addresses) => {
      const { value } = await call<{ value: readonly (JsonAccount | null)[] }>("getMultipleAccounts", [
        addresses.slice(0, PAGE),
        READ,
      ]);
      return value.map(accountOf);
    },
    simulated: async (transaction, addresses) => {
      const config = { ...READ, replaceRecentBlockhash: true, accounts: { encoding: "base64", addresses } };
      const wire = base64Of(transaction.wire);
      const { value } = await call<{
        value: { err: unknown; accounts: readonly (JsonAccount | null)[] | null };
      }>("simulateTransaction", [wire, config]);
      return value.err === null ? value.accounts?.map(accountOf) : undefined;
    },
  };
  return node;
}
