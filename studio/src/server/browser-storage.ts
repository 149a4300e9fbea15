/** Accesses browser storage. If the browser denies access, nothing is stored, and the studio still works. */
function ignoreErrors<T>(access: () => T): T | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}

/** Storage for the tab, or for the browser. */
export type StorageName = "sessionStorage" | "localStorage";

export const readStored = (storage: StorageName, name: string): string | undefined =>
  ignoreErrors(() => globalThis[storage].getItem(name)) ?? undefined;

/** Stores a string; undefined removes it. */
export function writeStored(storage: StorageName, name: string, text: string | undefined): void {
  ignoreErrors(() => {
    if (text === undefined) globalThis[storage].removeItem(name);
    else globalThis[storage].setItem(name, text);
  });
}
