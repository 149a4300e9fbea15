import { signal } from "@preact/signals";
import type { PoolView } from "../../../mock-server/src/control/commands/views.js";
import { control } from "./http.js";
import { network, prefix } from "./site.js";

/** The selected network's pools, as last read. */
export const pools = signal<readonly PoolView[]>([]);

/** @throws ServerError */
export async function loadPools(abort?: AbortSignal): Promise<readonly PoolView[]> {
  const requested = `${prefix.value} ${network.value}`;
  const { data } = await control<{ data: readonly PoolView[] }>(
    "GET",
    `/pools?environment=${network.value}`,
    undefined,
    abort,
  );
  if (requested === `${prefix.value} ${network.value}`) pools.value = data;
  return data;
}
