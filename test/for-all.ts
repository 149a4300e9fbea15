import fc from "fast-check";

type Arbitraries<Ts> = { [K in keyof Ts]: fc.Arbitrary<Ts[K]> };

/** Checks a rule for random values, this many times. Fails with the simplest values that break the rule. */
export function forAll<Ts extends [unknown, ...unknown[]]>(
  numRuns: number,
  arbitraries: Arbitraries<Ts>,
  rule: (...values: Ts) => unknown,
): void {
  fc.assert(fc.property<Ts>(...([...arbitraries, rule] as Parameters<typeof fc.property<Ts>>)), { numRuns });
}

/** {@link forAll} with a rule that is awaited. */
export function forAllAsync<Ts extends [unknown, ...unknown[]]>(
  numRuns: number,
  arbitraries: Arbitraries<Ts>,
  rule: (...values: Ts) => Promise<unknown>,
): Promise<void> {
  const args = [...arbitraries, rule] as Parameters<typeof fc.asyncProperty<Ts>>;
  return fc.assert(fc.asyncProperty<Ts>(...args), { numRuns });
}
