/** A store of the browser, which may refuse a page any storage: then nothing is kept, and the studio works all the same. */
function tried<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

/** Where something is kept: until the tab is closed, or for as long as the browser keeps it. */
export type Kept = "sessionStorage" | "localStorage";

/** Reads what was kept under a name. */
export const readKept = (where: Kept, name: string): string | undefined =>
  tried(() => globalThis[where].getItem(name)) ?? undefined;

/** Keeps a text under a name; undefined forgets it. */
export function keep(where: Kept, name: string, text: string | undefined): void {
  tried(() => {
    if (text === undefined) globalThis[where].removeItem(name);
    else globalThis[where].setItem(name, text);
  });
}
