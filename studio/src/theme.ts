import { effect, signal } from "@preact/signals";
import { keep, readKept } from "./server/kept.js";

const KEPT = "intent-tx-studio-theme";
const dark = matchMedia("(prefers-color-scheme: dark)");

const kept = readKept("localStorage", KEPT);

/** The chosen theme; `auto` follows the system. */
export const wished = signal<"auto" | "light" | "dark">(
  (["light", "dark"] as const).find((one) => one === kept) ?? "auto",
);
const machine = signal(dark.matches);
dark.addEventListener("change", () => {
  machine.value = dark.matches;
});

/** The displayed theme. */
export const theme = signal<"light" | "dark">("light");

effect(() => {
  theme.value = wished.value === "auto" ? (machine.value ? "dark" : "light") : wished.value;
  document.documentElement.dataset["theme"] = theme.value;
  keep("localStorage", KEPT, wished.value === "auto" ? undefined : wished.value);
});

/** Switches to the next theme: system, light, dark. */
export function turnTheme(): void {
  wished.value = wished.value === "auto" ? "light" : wished.value === "light" ? "dark" : "auto";
}
