/** Accesses browser storage. If the browser denies access, nothing is stored, and the studio still works. */
function tried<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

/** Storage for the tab, or for the browser. */
export type Kept = "sessionStorage" | "localStorage";

export const readKept = (where: Kept, name: string): string | undefined =>
  tried(() => globalThis[where].getItem(name)) ?? undefined;

/** Stores a text; undefined removes it. */
export function keep(where: Kept, name: string, text: string | undefined): void {
  tried(() => {
    if (text === undefined) globalThis[where].removeItem(name);
    else globalThis[where].setItem(name, text);
  });
}
