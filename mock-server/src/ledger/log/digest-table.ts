/** A slot, and an index within the slot. */
export interface SlotPlace {
  readonly slot: number;
  readonly index: number;
}

/** Maps digests to positions. Old slots can be dropped. */
export class DigestTable {
  readonly #places = new Map<string, SlotPlace>();
  /** Keys of `#places` by slot, so that dropping a slot does not scan all keys. */
  readonly #keys = new Map<number, string[]>();

  get(digest: Uint8Array): SlotPlace | undefined {
    return this.#places.get(keyOf(digest));
  }

  set(digest: Uint8Array, place: SlotPlace): void {
    const key = keyOf(digest);
    const isKnown = this.#places.get(key)?.slot === place.slot;
    this.#places.set(key, place);
    if (isKnown) return;
    const keys = this.#keys.get(place.slot);
    if (keys) keys.push(key);
    else this.#keys.set(place.slot, [key]);
  }

  forgetBefore(oldest: number): void {
    for (const [slot, keys] of this.#keys) {
      if (slot >= oldest) continue;
      for (const key of keys) if ((this.#places.get(key)?.slot ?? oldest) < oldest) this.#places.delete(key);
      this.#keys.delete(slot);
    }
  }

  clear(): void {
    this.#places.clear();
    this.#keys.clear();
  }
}

const keyOf = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString("latin1");
