import { effect, signal } from "@preact/signals";
import type { AccountView, PoolView } from "../../../mock-server/src/control/commands/views.js";
import type { WorldView } from "../../../mock-server/src/control/commands/world.js";
import { controlToken } from "./control-token.js";
import { control, ServerError } from "./http.js";
import { network, prefix } from "./url.js";

/** Keys, wallets, tokens and addresses of the selected world. */
export const world = signal<WorldView | undefined>(undefined);

/** Why the world could not be read; undefined after a success. */
export const worldProblem = signal<ServerError | undefined>(undefined);

/** Counts the resets, restored states and restarts, after which all data is read again. */
export const worldChanges = signal(0);

/** Reads all data again. */
export function worldChanged(): void {
  worldChanges.value++;
  void loadWorld();
}

/** Reads the world again. */
export async function loadWorld(): Promise<void> {
  const requested = prefix.value;
  try {
    const view = await control("GET /world");
    if (requested !== prefix.value) return;
    world.value = view;
    worldProblem.value = undefined;
  } catch (error) {
    if (requested === prefix.value && error instanceof ServerError) worldProblem.value = error;
  }
}

/** The selected network's pools, as last read. */
export const pools = signal<readonly PoolView[]>([]);

/** @throws ServerError */
export async function loadPools(signal?: AbortSignal): Promise<readonly PoolView[]> {
  const requested = `${prefix.value} ${network.value}`;
  const { data } = await control("GET /pools", { params: { environment: network.value }, signal });
  if (requested === `${prefix.value} ${network.value}`) pools.value = data;
  return data;
}

/** The world's token with this mint. */
export const tokenOf = (mint: string) => world.value?.tokens.find((token) => token.mint === mint);

/** An account's display name: the name of its key in the world, or of its first key. */
export function accountName({ account, keys }: Pick<AccountView, "account" | "keys">): string {
  const { keyIds = {} } = world.value ?? {};
  const own = Object.keys(keyIds).find((name) => keys.some(({ keyId }) => keyId === keyIds[name]));
  return own ?? keys[0]?.name ?? account;
}

effect(() => {
  // A different session or token means a different world.
  prefix.value;
  controlToken.value;
  world.value = undefined;
  void loadWorld();
});
