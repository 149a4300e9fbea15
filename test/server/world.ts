import { createSvmLedger } from "../../mock-server/src/ledger/svm/svm-ledger.js";
import { composeWorld, type WorldSetup } from "../../mock-server/src/world/compose-world.js";
import { settingsOf } from "../../mock-server/src/world/dialects.js";
import type { WorldParts } from "../../mock-server/src/world/world.js";

/** The parts of a World with seed 1 and a frozen clock, without arbitrage. */
export function worldParts(options: Partial<WorldSetup> = {}): WorldParts {
  return composeWorld({
    seed: "1",
    clock: { now: Date.parse("2026-01-01T00:00:00Z"), running: false },
    settings: settingsOf("default"),
    limits: "off",
    extras: { arbitrage: false },
    accounts: {},
    openLedger: ({ data: world, ledgerRows, ...parts }, environment) =>
      createSvmLedger({ ...parts, environment, world, rows: ledgerRows[environment] }),
    onFailure: (error) => {
      throw error;
    },
    ...options,
  }).parts;
}
