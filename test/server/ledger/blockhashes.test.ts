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

test("after any landings and restores, a hash is valid for 150 blocks and remembered for 300, if its transactions still count", () => {
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
        const counts = index <= landed.of(of);
        const [last, forgotten] = [of + BLOCKHASH_BLOCKS, of + REMEMBERED_BLOCKS + 1];
        // A process that did not issue a blockhash recognizes it too.
        for (const known of [hashes, landed.hashes()])
          for (const now of [slot, of - 1, last, last + 1, forgotten - 1, forgotten]) {
            expect(known.isValid(hash, now)).toBe(now >= of && now <= last && counts);
            const isRemembered = now >= of && now < forgotten;
            expect(known.isValid(hash, now, REMEMBERED_BLOCKS)).toBe(isRemembered && (counts || now > last));
          }
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
