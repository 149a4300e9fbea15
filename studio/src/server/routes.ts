import { useLocation } from "preact-iso";
import { search } from "./site.js";

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

/** A studio page's URL, which keeps the selected session and network. */
export function href(path: string, query: Readonly<Record<string, string | undefined>> = {}): string {
  const now = new URLSearchParams(search.value);
  const next = new URLSearchParams();
  for (const name of SHARED) {
    const value = now.get(name);
    if (value !== null) next.set(name, value);
  }
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === "") next.delete(name);
    else next.set(name, value);
  }
  const text = next.toString();
  return `${BASE}/${path}${text === "" ? "" : `?${text}`}`;
}

/** The URL's parameters, and a function that changes some of them. Every view has its own URL. */
export function useQuery() {
  const { query, path, route } = useLocation();
  const set = (changes: Readonly<Record<string, string | undefined>>, replace = true) => {
    const next = new URLSearchParams(search.value);
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined || value === "") next.delete(name);
      else next.set(name, value);
    }
    const text = next.toString();
    route(`${path}${text === "" ? "" : `?${text}`}`, replace);
  };
  return { query, set };
}
