import { useLocation } from "preact-iso";
import { search } from "./site.js";

/** Parameters of the address that every room shares. */
const SHARED = ["session", "network"];

/** The rooms of the studio, by the first part of their address. */
export const BASE = "/studio";

/** A path with its escapes read; undefined where they cannot be: an address may hold any. */
export function decoded(path: string): string | undefined {
  try {
    // The result is given, since the build takes out a call of which nobody uses it.
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** Address of a place in the studio; keeps the session and the network that are looked at. */
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

/** The address' parameters, and a way to change some of them: what is looked at has an address. */
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
