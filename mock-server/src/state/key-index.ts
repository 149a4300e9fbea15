/** Parts of an index: each grows by itself, so that none of a million keys waits while all are moved. */
const PART_BITS = 3;
/** Slots of a part at first. A power of two, as every later number of them. */
const FEWEST_SLOTS = 4;

/** Tells whether a key is the one at a place, of which the lower 32 bits are given. */
export type Holds = (place: number, key: string) => boolean;

/** A hash of a key, never 0: that marks an empty slot. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0 || 1;
}

/** Slots, each a hash and a place. An entry is in the first slot that was free from the one on that its hash names. */
class Part {
  #slots = new Uint32Array(2 * FEWEST_SLOTS);
  #used = 0;

  /** Where the slot of a key is; -1 when it has none. */
  slotOf(hash: number, key: string, holds: Holds): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let at = (2 * hash) & mask; slots[at] !== 0; at = (at + 2) & mask) {
      if (slots[at] === hash && holds(slots[at + 1] ?? 0, key)) return at;
    }
    return -1;
  }

  placeAt(slot: number): number {
    return this.#slots[slot + 1] ?? 0;
  }

  add(hash: number, place: number): void {
    // Three quarters of the slots at most have an entry.
    if ((this.#used + 1) * 8 > this.#slots.length * 3) this.#resize(this.#slots.length * 2);
    this.#place(hash, place);
    this.#used++;
  }

  removeAt(slot: number): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let free = slot;
    // An entry that could not have the slot that its hash names moves up: a search ends at the first empty one.
    for (let at = (slot + 2) & mask; slots[at] !== 0; at = (at + 2) & mask) {
      const hash = slots[at] ?? 0;
      if (((at - 2 * hash) & mask) < ((at - free) & mask)) continue;
      slots[free] = hash;
      slots[free + 1] = slots[at + 1] ?? 0;
      free = at;
    }
    slots[free] = 0;
    this.#used--;
    if (slots.length > 2 * FEWEST_SLOTS && this.#used * 16 < slots.length) this.#resize(slots.length / 2);
  }

  #place(hash: number, place: number): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let at = (2 * hash) & mask;
    while (slots[at] !== 0) at = (at + 2) & mask;
    slots[at] = hash;
    slots[at + 1] = place;
  }

  #resize(length: number): void {
    const before = this.#slots;
    this.#slots = new Uint32Array(length);
    for (let at = 0; at < before.length; at += 2) {
      if (before[at] !== 0) this.#place(before[at] ?? 0, before[at + 1] ?? 0);
    }
  }
}

/**
 * Finds the place of a key among very many, in some sixteen bytes a key: the keys themselves are at their places, and whoever has
 * them compares.
 */
export class KeyIndex {
  readonly #holds: Holds;
  readonly #parts: (Part | undefined)[] = [];

  constructor(holds: Holds) {
    this.#holds = holds;
  }

  /** The lower 32 bits of a key's place; undefined when the key has none. */
  find(key: string): number | undefined {
    const hash = hashOf(key);
    const part = this.#parts[hash >>> (32 - PART_BITS)];
    const slot = part ? part.slotOf(hash, key, this.#holds) : -1;
    return slot < 0 ? undefined : part?.placeAt(slot);
  }

  /** Adds a key that has no place yet. */
  add(key: string, place: number): void {
    const hash = hashOf(key);
    const number = hash >>> (32 - PART_BITS);
    let part = this.#parts[number];
    if (!part) {
      part = new Part();
      this.#parts[number] = part;
    }
    part.add(hash, place);
  }

  /** Removes a key that has a place. */
  remove(key: string): void {
    const hash = hashOf(key);
    const part = this.#parts[hash >>> (32 - PART_BITS)];
    const slot = part ? part.slotOf(hash, key, this.#holds) : -1;
    if (slot >= 0) part?.removeAt(slot);
  }
}
