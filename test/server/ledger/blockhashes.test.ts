import bs58 from "bs58";
import fc from "fast-check";
import { expect, test } from "vitest";
import { BLOCKHASH_BLOCKS, REMEMBERED_BLOCKS } from "../../../mock-server/src/ledger/slots.js";
import { Blockhashes } from "../../../mock-server/src/ledger/svm/blockhashes.js";
import { forAll } from "../../for-all.js";

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
    // A process that did not issue a blockhash recognizes it too.
    for (const one of [hashes, other]) {
      expect(one.isValid(hash, now)).toBe(slot >= now - BLOCKHASH_BLOCKS);
      expect(one.isValid(hash, now, REMEMBERED_BLOCKS)).toBe(true);
    }
  }
  const later = FIRST + REMEMBERED_BLOCKS + 20;
  for (const { hash, slot } of given) {
    expect(hashes.isValid(hash, later, REMEMBERED_BLOCKS)).toBe(slot >= later - REMEMBERED_BLOCKS);
  }
  // After a restore, the current slot can be an earlier one.
  for (const { hash } of given) expect(hashes.isValid(hash, FIRST + 40)).toBe(true);
});

test("after any landings and restores, a hash is valid exactly if its slot and its transactions still count", () => {
  const act = fc.oneof(
    fc.record({ land: fc.nat(3) }),
    fc.record({ give: fc.nat(3) }),
    fc.record({ pass: fc.constantFrom(1, 7, 100, 149, 200, 400) }),
    fc.record({ back: fc.constantFrom(1, 50, 300) }),
    fc.record({ ask: fc.nat() }),
  );
  forAll(25, [fc.array(act, { minLength: 5, maxLength: 40 })], (acts) => {
    const landed = new Landed();
    const hashes = landed.hashes();
    let slot = FIRST;
    const given = [{ hash: hashes.latest(slot), of: slot, index: 0 }];
    for (const one of acts) {
      if ("land" in one) for (let at = 0; at <= one.land; at++) landed.add(slot);
      else if ("give" in one) {
        const [of, index] = [slot - one.give, landed.of(slot - one.give)];
        given.push({ hash: hashes.of(of, index), of, index });
      } else if ("pass" in one) slot += one.pass;
      else if ("back" in one) {
        slot -= one.back;
        for (const known of [...landed.counts.keys()]) if (known >= slot) landed.counts.delete(known);
      } else {
        const { hash, of, index } = given[one.ask % given.length]!;
        const isRecent = of <= slot && of >= slot - BLOCKHASH_BLOCKS;
        expect(hashes.isValid(hash, slot)).toBe(isRecent && index <= landed.of(of));
      }
    }
  });
});

test("other 32-byte values are not blockhashes: of another chain, changed in one bit, or a durable nonce", () => {
  const hashes = new Landed().hashes();
  const own = bs58.decode(hashes.latest(FIRST));
  const changed = Array.from(own, (byte, at) => bs58.encode(own.with(at, byte ^ 1)));
  const others = [["2", "live"] as const, ["1", "test"] as const].map(([seed, environment]) =>
    new Blockhashes(seed, environment, () => 0).latest(FIRST),
  );
  for (const hash of [...changed, ...others, "11111111111111111111111111111111", "short"])
    expect(hashes.isValid(hash, FIRST)).toBe(false);
  expect(hashes.isValid(bs58.encode(own), FIRST)).toBe(true);
});
