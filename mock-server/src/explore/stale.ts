/** The methods that take a commitment, by the position of their configuration in the parameters. */
const CONFIG_AT = [
  /^get(BlockHeight|EpochInfo|LatestBlockhash|Slot|Supply|TransactionCount)$/,
  /^(get(AccountInfo|Balance|Block|FeeForMessage|MultipleAccounts|ProgramAccounts|SignaturesForAddress|TokenAccountBalance|TokenSupply|Transaction)|isBlockhashValid|simulateTransaction)$/,
  /^getTokenAccountsByOwner$/,
];

/** How many slots the finalized state is behind the newest. */
const BEHIND = 32;

interface RpcCall {
  readonly method?: string;
  readonly params?: readonly unknown[];
}

/** Makes a call read the finalized state, as a node answers that is about 30 slots behind. Sends are unchanged. */
export function staleCall(call: RpcCall): RpcCall {
  const at = CONFIG_AT.findIndex((methods) => methods.test(call.method ?? ""));
  if (at < 0) return call;
  const params = [...(call.params ?? [])];
  const config = typeof params[at] === "string" ? { encoding: params[at] } : params[at];
  params[at] = { ...Object(config), commitment: "finalized" };
  return { ...call, params };
}

interface Statuses {
  readonly context: { readonly slot: number };
  readonly value: readonly ({ readonly slot: number } | null)[];
}

/** Removes newer statuses from the response to `getSignatureStatuses`, which takes no commitment. */
export function staleAnswer({ method }: RpcCall, answer: { readonly result?: Statuses }): unknown {
  const { result } = answer;
  if (method !== "getSignatureStatuses" || result === undefined) return answer;
  const slot = result.context.slot - BEHIND;
  const value = result.value.map((status) => {
    if (status === null || status.slot > slot) return null;
    if (status.slot <= slot - BEHIND) return status;
    return { ...status, confirmations: slot - status.slot, confirmationStatus: "confirmed" };
  });
  return { ...answer, result: { context: { ...result.context, slot }, value } };
}
