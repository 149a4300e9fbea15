import { computed, signal } from "@preact/signals";
import type { Environment } from "intent-tx/contract";
import { useLocation } from "preact-iso";
import { sessionPath } from "../../../mock-server/src/http/session-path.js";
import type { Page } from "../rooms.js";
import { controlToken } from "./control-token.js";

/** The page's URL parameters, including the selected session and network. */
export const search = signal(location.search);

/** Id of the selected session; undefined for the server's own world. */
export const session = computed(() => new URLSearchParams(search.value).get("session") ?? undefined);

export const network = computed<Environment>(() =>
  new URLSearchParams(search.value).get("network") === "test" ? "test" : "live",
);

/** Base path of the selected world's control plane, which accepts the token with a session's name. */
export const controlPrefix = computed(() => (session.value === undefined ? "" : sessionPath(session.value)));

/** Base path of the selected world. With a token, it includes the session's secret. */
export const prefix = computed(() =>
  session.value === undefined ? "" : sessionPath(session.value, controlToken.value || undefined),
);

/** URL parameters that every page shares. */
const SHARED = ["session", "network"];

/** Path prefix of every studio page. */
export const BASE = "/studio";

/** Decodes a path. Returns undefined for invalid escapes, because users can enter any URL. */
export function decoded(path: string): string | undefined {
  try {
    // The result must be used, because the build removes calls with unused results.
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** Parameters with changes; an undefined or empty value removes its parameter. */
function changed(parameters: URLSearchParams, changes: Readonly<Record<string, string | undefined>>): string {
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === "") parameters.delete(name);
    else parameters.set(name, value);
  }
  return parameters.size === 0 ? "" : `?${parameters}`;
}

/** A studio page's URL, which keeps the selected session and network. */
export function href(page: Page, query: Readonly<Record<string, string | undefined>> = {}): string {
  const shared = [...new URLSearchParams(search.value)].filter(([name]) => SHARED.includes(name));
  return `${BASE}/${page}${changed(new URLSearchParams(shared), query)}`;
}

/** The URL's parameters, and a function that changes some of them. Every view has its own URL. */
export function useQuery() {
  const { query, path, route } = useLocation();
  const set = (changes: Readonly<Record<string, string | undefined>>, replace = true) =>
    route(path + changed(new URLSearchParams(search.value), changes), replace);
  return { query, set };
}
