import { SETTLED_KEPT_MS } from "./journal.js";

/** Name of the Web Lock, and prefix of the rows, of the journal that earlier builds kept in `localStorage`. */
const PREFIX = "intent-tx.payment.";

function storage(): Storage | undefined {
  try {
    const { localStorage } = globalThis;
    // Without --localstorage-file, Node 25.0 and 25.1 have an object without methods (nodejs/node #60303, October 2025).
    return typeof localStorage.getItem === "function" ? localStorage : undefined;
  } catch {
    // A worker, or a frame without storage.
    return undefined;
  }
}

export const oldRow = (key: string): string | undefined => storage()?.getItem(PREFIX + key) ?? undefined;

export const removeOldRow = (key: string): void => storage()?.removeItem(PREFIX + key);

/** Passes the rows of earlier builds to `store`, while no tab of such a build changes them. They stay there for those. */
export async function carryOver(
  store: (rows: readonly [string, string][]) => Promise<unknown>,
): Promise<void> {
  const names = Object.keys(storage() ?? {}).filter((name) => name.startsWith(PREFIX));
  if (names.length === 0) return;
  const keys = names.map((name) => name.slice(PREFIX.length));
  const work = () =>
    store(
      keys.flatMap((key) => {
        const text = oldRow(key);
        return text === undefined ? [] : [[key, text]];
      }),
    );
  const { locks } = navigator;
  await (locks === undefined ? work() : locks.request(PREFIX, work));
}

interface OldRow {
  readonly record: { readonly version: number; readonly outcome?: unknown };
  readonly settledAt?: number;
}

/** Whether a tab of an earlier build has changed a payment after it was carried over. `text` is the new row. */
export function isChangedByOldBuild(key: string, text: string | undefined): boolean {
  const old = oldRow(key);
  if (old === undefined || old === text) return false;
  try {
    const { record, settledAt = Number.NaN }: OldRow = JSON.parse(old);
    const isExpired = record.outcome !== undefined && Date.now() - settledAt >= SETTLED_KEPT_MS;
    const version = text === undefined ? 0 : (JSON.parse(text) as OldRow).record.version;
    return record.version >= version && !(isExpired && text === undefined);
  } catch {
    // A damaged row. The carried one is read and reported.
    return false;
  }
}
