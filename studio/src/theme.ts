import { effect, signal } from "@preact/signals";
import { readStored, writeStored } from "./server/browser-storage.js";

const STORAGE_KEY = "intent-tx-studio-theme";
const dark = matchMedia("(prefers-color-scheme: dark)");

const stored = readStored("localStorage", STORAGE_KEY);

/** The chosen theme; `auto` follows the system. */
export const chosen = signal<"auto" | "light" | "dark">(
  (["light", "dark"] as const).find((one) => one === stored) ?? "auto",
);
const prefersDark = signal(dark.matches);
dark.addEventListener("change", () => {
  prefersDark.value = dark.matches;
});

/** The displayed theme. */
export const theme = signal<"light" | "dark">("light");

effect(() => {
  theme.value = chosen.value === "auto" ? (prefersDark.value ? "dark" : "light") : chosen.value;
  document.documentElement.dataset["theme"] = theme.value;
  writeStored("localStorage", STORAGE_KEY, chosen.value === "auto" ? undefined : chosen.value);
});

/** Switches to the next theme: system, light, dark. */
export function nextTheme(): void {
  chosen.value = chosen.value === "auto" ? "light" : chosen.value === "light" ? "dark" : "auto";
}
