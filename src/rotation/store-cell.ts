import { IntentTxError } from "../errors/base-error.js";
import { ConfigurationError } from "../errors/errors.js";
import { redact, safeCause } from "../errors/secrets.js";
import { within } from "../runtime/clock.js";
import { EMPTY, type Reading, type RotationState, type StateCell } from "./shared-rotation.js";
import type { KeyRecord, KeyStore } from "./store.js";

/** Calls a store with a time limit, since a hung call would block later ones. Errors show none of the keys. */
export async function asked<T>(
  task: string,
  call: () => Promise<T>,
  ms: number,
  inUse: KeyRecord | undefined,
  key?: string,
): Promise<T> {
  try {
    return await within(ms, call());
  } catch (error) {
    if (error instanceof IntentTxError) throw error;
    const cause = safeCause(error, (text) => redact(text, key, inUse?.key, inUse?.previous?.key));
    const stays = inUse?.keyId === undefined ? "" : ` Key ${inUse.keyId} stays in use.`;
    throw new ConfigurationError(`The key store could not ${task}; see cause.${stays}`, { cause });
  }
}

/**
 * The state of a rotation in this process, over a store that only loads and saves a key. An issued key is saved before it
 * is checked: the store then has the successor, and this state the key in use.
 */
export class StoreCell implements StateCell {
  #state: RotationState = EMPTY;
  #revision = 0;
  /** The record in the store, as last loaded or saved. */
  #stored: KeyRecord | undefined;
  /** The issued key that was saved last, perhaps without success. */
  #issued: KeyRecord | undefined;

  constructor(
    private readonly store: KeyStore,
    private readonly now: () => number,
  ) {}

  async read(): Promise<Reading> {
    const revision = this.#revision;
    const stored = await asked("be read", () => this.store.load(), 30_000, this.#state.record);
    // The state changed during the read.
    if (this.#revision !== revision) return this.read();
    const { fence, record } = this.#state;
    if (stored && record && stored.key === this.#issued?.key)
      this.#state = { ...this.#state, issued: stored };
    else if (stored?.key === record?.key) this.#state = { ...this.#state, record: stored };
    else this.#state = { fence, record: stored };
    this.#stored = stored;
    return { state: this.#state, revision, now: Date.now() };
  }

  async swap(revision: number, state: RotationState): Promise<boolean> {
    if (revision !== this.#revision) return false;
    this.#revision++;
    const next = state.issued ?? state.record;
    if (next && next.key !== this.#stored?.key) {
      const record = { ...next, rotatedAt: new Date(this.now()).toISOString() };
      this.#issued = record;
      const save = () => this.store.save(record);
      await asked(`save key ${record.keyId}`, save, 30_000, this.#state.record, record.key);
      this.#stored = record;
      // A state that was read while the key was saved is out of date.
      this.#revision++;
    }
    if (!state.issued) this.#issued = undefined;
    this.#state = state.issued ? state : { ...state, record: this.#stored };
    return true;
  }
}
