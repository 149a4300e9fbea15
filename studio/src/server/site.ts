import { computed, signal } from "@preact/signals";
import type { Environment } from "intent-tx/contract";
import { keep, readKept } from "./kept.js";

/** The part of the address that says which world and which network is looked at; every link keeps it. */
export const search = signal(location.search);

/** Identifier of the session that is looked at; undefined: the server's own world. */
export const session = computed(() => new URLSearchParams(search.value).get("session") ?? undefined);

/** The network that is looked at. */
export const network = computed<Environment>(() =>
  new URLSearchParams(search.value).get("network") === "test" ? "test" : "live",
);

/** Path below which the world that is looked at answers. */
export const prefix = computed(() => (session.value === undefined ? "" : `/s/${session.value}`));

const TOKEN = "intent-tx-studio-token";

/** The control token, when the server asks for one; kept for this tab alone. */
export const controlToken = signal(readKept("sessionStorage", TOKEN) ?? "");

/** Keeps a control token until the tab is closed. */
export function keepControlToken(token: string): void {
  keep("sessionStorage", TOKEN, token);
  controlToken.value = token;
}
