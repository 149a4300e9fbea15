import { computed, effect, signal } from "@preact/signals";
import { readStored, writeStored } from "./server/browser-storage.js";

const STORAGE_KEY = "intent-tx-studio-theme";
const dark = matchMedia("(prefers-color-scheme: dark)");

const stored = readStored("localStorage", STORAGE_KEY);

/** In the order in which the button switches. */
const THEMES = ["auto", "light", "dark"] as const;

/** The chosen theme; `auto` follows the system. */
export const chosen = signal(THEMES.find((one) => one === stored) ?? "auto");
const prefersDark = signal(dark.matches);
dark.addEventListener("change", () => {
  prefersDark.value = dark.matches;
});

/** The displayed theme. */
export const theme = computed(() => {
  if (chosen.value !== "auto") return chosen.value;
  return prefersDark.value ? "dark" : "light";
});

effect(() => {
  document.documentElement.dataset["theme"] = theme.value;
  writeStored("localStorage", STORAGE_KEY, chosen.value === "auto" ? undefined : chosen.value);
});

/** Switches to the next theme. */
export function nextTheme(): void {
  chosen.value = THEMES[(THEMES.indexOf(chosen.value) + 1) % THEMES.length] ?? "auto";
}
