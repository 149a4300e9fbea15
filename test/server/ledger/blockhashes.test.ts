import fc from "fast-check";
import { expect, test } from "vitest";
import {
  BLOCKHASH_BLOCKS,
  BLOCKHASH_MEMORY,
  Blockhashes,
} from "../../../mock-server/src/ledger/svm/blockhashes.js";

const FIRST = 500_000_000;

/** A chain that reports only the number of transactions in each slot. */
class Landed {
  readonly counts = new Map<number, number>();
  readonly of = (slot: number) => this.counts.get(slot) ?? 0;

  add(slot: number): void {
    this.counts.set(slot, this.of(slot) + 1);
  }

  hashes(): Blockhashes {
    return new Blockhashes("1", "live", this.of);
  }
}

test("every issued hash is valid for 150 blocks and remembered for 300, however many there are", () => {
  const landed = new Landed();
  const hashes = landed.hashes();
  const given: { hash: string; slot: number }[] = [];
  for (let slot = FIRST; slot < FIRST + 40; slot++) {
    for (let one = 0; one < 60; one++) {
      given.push({ hash: hashes.latest(slot), slot });
      landed.add(slot);
    }
  }
  expect(new Set(given.map(({ hash }) => hash)).size).toBe(given.length);
  const now = FIRST + BLOCKHASH_BLOCKS + 20;
  const other = landed.hashes();
  for (const { hash, slot } of given) {
    // A process that did not issue a blockhash finds it by a search.
    for (const one of [hashes, other]) {
      expect(one.isValid(hash, now)).toBe(slot >= now - BLOCKHASH_BLOCKS);
      expect(one.isValid(hash, now, BLOCKHASH_MEMORY)).toBe(true);
    }
  }
  const later = FIRST + BLOCKHASH_MEMORY + 20;
  for (const { hash, slot } of given) {
    expect(hashes.isValid(hash, later, BLOCKHASH_MEMORY)).toBe(slot >= later - BLOCKHASH_MEMORY);
  }
  // After a restore, the current slot can be an earlier one.
  for (const { hash } of given) expect(hashes.isValid(hash, FIRST + 40)).toBe(true);
});

test("after any landings, queries and restores, a hash is valid exactly if a new process accepts it", () => {
  const act = fc.oneof(
    fc.record({ land: fc.nat(3) }),
    fc.record({ give: fc.nat(3) }),
    fc.record({ pass: fc.constantFrom(1, 7, 100, 149, 200, 400) }),
    fc.record({ back: fc.constantFrom(1, 50, 300) }),
    fc.record({ ask: fc.nat() }),
  );
  fc.assert(
    fc.property(fc.array(act, { minLength: 5, maxLength: 40 }), (acts) => {
      const landed = new Landed();
      const hashes = landed.hashes();
      let slot = FIRST;
      const given = [hashes.latest(slot)];
      for (const one of acts) {
        if ("land" in one) for (let at = 0; at <= one.land; at++) landed.add(slot);
        else if ("give" in one) given.push(hashes.of(slot - one.give, landed.of(slot - one.give)));
        else if ("pass" in one) slot += one.pass;
        else if ("back" in one) {
          slot -= one.back;
          for (const known of [...landed.counts.keys()]) if (known >= slot) landed.counts.delete(known);
        } else {
          const hash = given[one.ask % given.length]!;
          for (const blocks of [BLOCKHASH_BLOCKS, BLOCKHASH_MEMORY]) {
            expect(hashes.isValid(hash, slot, blocks)).toBe(landed.hashes().isValid(hash, slot, blocks));
          }
        }
      }
    }),
    { numRuns: 25 },
  );
});

test("a search is not repeated after an old block is read", () => {
  const landed = new Landed();
  let asked = 0;
  const hashes = new Blockhashes("1", "live", (slot) => {
    asked++;
    return landed.of(slot);
  });
  for (let slot = FIRST - BLOCKHASH_MEMORY; slot < FIRST; slot++) landed.counts.set(slot, 40);
  // A durable nonce is not a blockhash, so all blockhashes are searched for it.
  const nonce = new Blockhashes("2", "live", () => 0).latest(FIRST);
  const search = () => {
    asked = 0;
    expect(hashes.isValid(nonce, FIRST)).toBe(false);
    return asked;
  };
  search();
  const again = search();
  const old = hashes.latest(FIRST - 10 * BLOCKHASH_MEMORY);
  expect(search()).toBe(again);
  expect(hashes.isValid(old, FIRST, BLOCKHASH_MEMORY)).toBe(false);
});
