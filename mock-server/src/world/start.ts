import type { State } from "../state/state.js";

/** When the World began, milliseconds since 1970: its seeded past (prices, histories) counts back from here. */
export function startedAt(state: State): number {
  const at = state.get("meta", "startedAt");
  if (typeof at !== "number") throw new Error("the World has no start; it was not composed");
  return at;
}
