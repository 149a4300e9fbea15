import { computed, signal } from "@preact/signals";
import type { Environment } from "intent-tx/contract";
import { readStored, writeStored } from "./browser-storage.js";

/** The page's URL parameters, including the selected session and network. */
export const search = signal(location.search);

/** Id of the selected session; undefined for the server's own world. */
export const session = computed(() => new URLSearchParams(search.value).get("session") ?? undefined);

export const network = computed<Environment>(() =>
  new URLSearchParams(search.value).get("network") === "test" ? "test" : "live",
);

/** Base path of the selected world. */
export const prefix = computed(() => (session.value === undefined ? "" : `/s/${session.value}`));

const TOKEN = "intent-tx-studio-token";

/** The control token, if the server requires one; stored for this tab only. */
export const controlToken = signal(readStored("sessionStorage", TOKEN) ?? "");

export function storeControlToken(token: string): void {
  writeStored("sessionStorage", TOKEN, token);
  controlToken.value = token;
}
