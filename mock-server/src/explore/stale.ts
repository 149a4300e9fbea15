/** Position of the configuration in a method's parameters. */
const CONFIG_AT: Readonly<Record<string, number>> = {
  getBlockHeight: 0,
  getEpochInfo: 0,
  getLatestBlockhash: 0,
  getSlot: 0,
  getSupply: 0,
  getTransactionCount: 0,
  getAccountInfo: 1,
  getBalance: 1,
  getBlock: 1,
  getFeeForMessage: 1,
  getMultipleAccounts: 1,
  getProgramAccounts: 1,
  getSignaturesForAddress: 1,
  getTokenAccountBalance: 1,
  getTokenSupply: 1,
  getTransaction: 1,
  isBlockhashValid: 1,
  simulateTransaction: 1,
  getTokenAccountsByOwner: 2,
};

/** Slots by which the answers of a stale node are behind: the distance from the newest to the finalized slot. */
const BEHIND = 32;

interface RpcCall {
  readonly method?: string;
  readonly params?: readonly unknown[];
}

/** The call that a node behind by about 30 slots would answer: it reads the finalized state. Sends are unchanged. */
export function staleCall<C extends RpcCall>(call: C): C {
  const at = CONFIG_AT[call.method ?? ""];
  if (at === undefined) return call;
  const params = [...(call.params ?? [])];
  const given = params[at];
  const config = typeof given === "string" ? { encoding: given } : given;
  params[at] = { ...Object(config), commitment: "finalized" };
  return { ...call, params };
}

interface Status {
  readonly slot: number;
}

/** Removes newer statuses from an answer to `getSignatureStatuses`, which has no commitment. */
export function staleAnswer(call: RpcCall, answer: unknown): unknown {
  const { result } = Object(answer) as {
    readonly result?: { readonly context: { readonly slot: number }; readonly value: (Status | null)[] };
  };
  if (call.method !== "getSignatureStatuses" || result === undefined) return answer;
  const slot = Math.max(0, result.context.slot - BEHIND);
  const value = result.value.map((status) => {
    if (status === null || status.slot > slot) return null;
    const isFinal = status.slot <= slot - BEHIND;
    return isFinal
      ? status
      : { ...status, confirmations: slot - status.slot, confirmationStatus: "confirmed" };
  });
  return { ...Object(answer), result: { context: { ...result.context, slot }, value } };
}
