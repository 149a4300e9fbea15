import { expect, onTestFinished, test, vi } from "vitest";
import type { LedgerEvent } from "../../mock-server/src/ledger/ledger.js";
import type { ArbitragePlan } from "../../mock-server/src/market/arbitrage-plan.js";
import { RemoteArbitrageur } from "../../mock-server/src/market/remote-arbitrageur.js";

/** An arbitrageur whose trades fare as a list says: statuses, one for each look. */
function scripted(statuses: readonly (object | undefined)[], { valid = true } = {}) {
  const did: string[] = [];
  const failures: unknown[] = [];
  let tell = (_: LedgerEvent) => {};
  let look = 0;
  const ledger = {
    landOwn: async () => did.push("sent"),
    statuses: async () => [statuses[Math.min(look++, statuses.length - 1)]],
    isBlockhashValid: async () => valid,
  };
  const plan = {
    moves: () => true,
    next: async () => {
      did.push("planned");
      return look < statuses.length ? { ledger, wire: new Uint8Array(1), blockhash: "" } : undefined;
    },
  };
  const trader = new RemoteArbitrageur({
    plan: plan as unknown as ArbitragePlan,
    subscribe: (listener) => {
      tell = listener;
      return () => {
        tell = () => {};
      };
    },
    onFailure: (error) => failures.push(error),
  });
  onTestFinished(() => trader.close());
  return { did, failures, trader, ledger, tell: () => tell({ kind: "replaced" }) };
}

const landed = { err: null, commitment: "confirmed" };

test("each trade waits until the one before is confirmed, also where a change is told meanwhile", async () => {
  const { did, tell } = scripted([undefined, { err: null, commitment: "processed" }, landed, landed]);
  tell();
  await vi.waitFor(() => expect(did).toEqual(["planned", "sent"]));
  tell();
  // After the last one it looks once more, for the change that came meanwhile.
  const whole = ["planned", "sent", "planned", "sent", "planned", "planned"];
  await vi.waitFor(() => expect(did).toEqual(whole), { timeout: 5000 });
});

test("a failure is told, not thrown; the next change begins anew", async () => {
  const failed = { err: { InstructionError: [0, { Custom: 6001 }] }, commitment: "confirmed" };
  const { did, failures, tell, ledger } = scripted([failed, failed, failed, landed, landed]);
  tell();
  await vi.waitFor(() => expect(failures).toHaveLength(1));
  expect(String(failures[0])).toMatch(
    /Arbitrage over the validator stopped: 3 trades in a row failed, .*6001/,
  );
  const before = did.length;
  ledger.landOwn = async () => {
    throw new Error("nobody answers there");
  };
  tell();
  await vi.waitFor(() => expect(failures).toHaveLength(2));
  expect(String(failures[1])).toContain("nobody answers there");
  ledger.landOwn = async () => did.push("sent");
  tell();
  await vi.waitFor(() => expect(did.slice(before).filter((one) => one === "sent")).toHaveLength(2));
  expect(failures).toHaveLength(2);
});

test("a trade whose blockhash expired counts as failed", async () => {
  const never = Array.from({ length: 1000 }, () => undefined);
  const { did, trader, failures, tell } = scripted(never, { valid: false });
  tell();
  await vi.waitFor(() => expect(did.filter((one) => one === "sent")).toHaveLength(2), { timeout: 10_000 });
  trader.close();
  expect(failures).toEqual([]);
}, 15_000);
