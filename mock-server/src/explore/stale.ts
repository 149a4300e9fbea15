/** How many slots the finalized state is behind the newest. */
const BEHIND = 32;

/** Makes JSON-RPC calls read the finalized state, which is also the default. Sends are unchanged. */
export const staleCalls = (text: string): string =>
  text.replace(/"commitment":"\w+"/g, '"commitment":"finalized"');

interface Statuses {
  readonly context: { readonly slot: number };
  readonly value: readonly ({ readonly slot: number } | null)[];
}

/** Removes newer statuses from the response to `getSignatureStatuses`, which takes no commitment. */
export function staleAnswer(method: string | undefined, answer: { readonly result?: Statuses }): unknown {
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
