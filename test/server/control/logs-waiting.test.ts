import { expect, test } from "vitest";
import type { AccountScan, Landed, Ledger } from "../../../mock-server/src/ledger/ledger.js";
import { Subscription } from "../../../mock-server/src/rpc/subscription.js";

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("logs that wait for finality are sent in order, as soon as they are final", async () => {
  const asked: string[][] = [];
  const ledger = {
    statuses: async (signatures: string[]) => {
      asked.push(signatures);
      // A fault keeps the second transaction at processed.
      return signatures.map((signature) => ({ commitment: signature === "s1" ? "processed" : "finalized" }));
    },
  } as unknown as Ledger & AccountScan;
  const told: unknown[] = [];
  const subscription = new Subscription(
    { kind: "logs", commitment: "finalized" },
    ledger,
    (result) => told.push((result as { value: { signature: string } }).value.signature),
    () => undefined,
  );
  for (let number = 0; number < 100; number++) {
    const transaction = { signature: `s${number}`, slot: 1000 + number, err: null, logs: [] };
    subscription.take({ kind: "landed", transaction: transaction as unknown as Landed });
    subscription.take({ kind: "slot", slot: 1000 + number, parent: 999 + number, root: 968 + number });
  }
  await settled();
  expect(told).toEqual(["s0", ...Array.from({ length: 66 }, (_, index) => `s${index + 2}`)]);
  expect(Math.max(...asked.map(({ length }) => length))).toBe(2);
  expect(asked).toHaveLength(68);
});
