import { computed, signal } from "@preact/signals";
import type { Environment } from "intent-tx/contract";
import { sessionPath } from "../../../mock-server/src/http/session-path.js";
import { readStored, writeStored } from "./browser-storage.js";

/** The page's URL parameters, including the selected session and network. */
export const search = signal(location.search);

/** Id of the selected session; undefined for the server's own world. */
export const session = computed(() => new URLSearchParams(search.value).get("session") ?? undefined);

export const network = computed<Environment>(() =>
  new URLSearchParams(search.value).get("network") === "test" ? "test" : "live",
);

const TOKEN = "intent-tx-studio-token";

/** The control token, if the server requires one; stored for this tab only. */
export const controlToken = signal(readStored("sessionStorage", TOKEN) ?? "");

/** Base path of the selected world's control plane, which accepts the token with a session's name. */
export const controlPrefix = computed(() => (session.value === undefined ? "" : sessionPath(session.value)));

/** Base path of the selected world. With a token, it includes the session's secret. */
export const prefix = computed(() =>
  session.value === undefined ? "" : sessionPath(session.value, controlToken.value || undefined),
);

export function storeControlToken(token: string): void {
  writeStored("sessionStorage", TOKEN, token);
  controlToken.value = token;
}
