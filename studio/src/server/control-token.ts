import { signal } from "@preact/signals";
import { readStored, writeStored } from "./browser-storage.js";

const TOKEN = "intent-tx-studio-token";

/** The control token, if the server requires one; stored for this tab only. */
export const controlToken = signal(readStored("sessionStorage", TOKEN) ?? "");

export function storeControlToken(token: string): void {
  writeStored("sessionStorage", TOKEN, token);
  controlToken.value = token;
}
