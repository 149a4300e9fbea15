/** Words of a digest: 16 bytes. */
const WORDS = 4;
/** Places of an empty table. */
const SMALLEST = 1024;

/** Where something stands. */
export interface SlotPlace {
  readonly slot: number;
  /** Its number among those of the slot. */
  readonly index: number;
}

/**
 * Places by digests of 16 random bytes, in typed arrays: a busy minute has hundreds of thousands, and a `Map` would take five times the
 * memory, on the heap. What is older than a slot is let go when room is needed.
 */
export class DigestTable {
  #places = 0;
  /** How many are taken, those of slots that were let go too. */
  #taken = 0;
  #oldest = 0;
  #words = new Uint32Array(0);
  #indexes = new Uint32Array(0);
  /** By place; 0 where it is free, else the slot and one more. */
  #slots = new Float64Array(0);

  /** The place of a digest. */
  get(digest: Uint8Array): SlotPlace | undefined {
    if (this.#taken === 0) return undefined;
    const at = this.#find(wordsOf(digest));
    const slot = (this.#slots[at] ?? 0) - 1;
    return slot < this.#oldest ? undefined : { slot, index: this.#indexes[at] ?? 0 };
  }

  /** Adds a digest. */
  set(digest: Uint8Array, { slot, index }: SlotPlace): void {
    // Half of the places stay free, so that a search ends soon.
    if (this.#taken * 2 >= this.#places) this.#rebuild();
    this.#put(wordsOf(digest), slot + 1, index);
  }

  /** Lets go of all slots before one. There is none before slot 0: a free place must not pass for one of them. */
  forgetBefore(slot: number): void {
    this.#oldest = Math.max(0, slot);
  }

  /** Lets go of all. */
  clear(): void {
    this.#oldest = 0;
    this.#make(0);
  }

  #make(places: number): void {
    this.#places = places;
    this.#taken = 0;
    this.#words = new Uint32Array(places * WORDS);
    this.#indexes = new Uint32Array(places);
    this.#slots = new Float64Array(places);
  }

  #put(words: Words, held: number, index: number): void {
    const at = this.#find(words);
    if (this.#slots[at] === 0) this.#taken++;
    this.#words.set(words, at * WORDS);
    this.#slots[at] = held;
    this.#indexes[at] = index;
  }

  /** Takes over what is not let go of, into as much room as that needs. */
  #rebuild(): void {
    const [words, slots, indexes] = [this.#words, this.#slots, this.#indexes];
    const isLive = (held: number) => held - 1 >= this.#oldest && held > 0;
    let live = 0;
    for (const held of slots) if (isLive(held)) live++;
    let places = SMALLEST;
    while (places < live * 4) places *= 2;
    this.#make(places);
    for (const [at, held] of slots.entries()) {
      if (!isLive(held)) continue;
      const from = at * WORDS;
      this.#put(words.subarray(from, from + WORDS), held, indexes[at] ?? 0);
    }
  }

  /** The place of a digest, or the free one that it would take. */
  #find(words: Words): number {
    const last = this.#places - 1;
    for (let at = (words[0] ?? 0) & last; ; at = (at + 1) & last) {
      if (this.#slots[at] === 0) return at;
      const from = at * WORDS;
      let word = 0;
      while (word < WORDS && this.#words[from + word] === words[word]) word++;
      if (word === WORDS) return at;
    }
  }
}

type Words = Uint32Array;

function wordsOf(digest: Uint8Array): Words {
  const view = new DataView(digest.buffer, digest.byteOffset, WORDS * 4);
  return Uint32Array.from({ length: WORDS }, (_, word) => view.getUint32(word * 4, true));
}
