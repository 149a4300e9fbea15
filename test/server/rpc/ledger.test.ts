import { createMockServer, type MockServer } from "@intent-tx/mock-server";
import { afterAll } from "vitest";
import { Clock } from "../../../mock-server/src/kernel/clock.js";
import { Random } from "../../../mock-server/src/kernel/random.js";
import { createSvmLedger } from "../../../mock-server/src/ledger/svm/svm-ledger.js";
import { createValidatorLedger } from "../../../mock-server/src/ledger/validator/validator-ledger.js";
import { State } from "../../../mock-server/src/state/state.js";
import { describeLedgerPort, SEED, world } from "./ledger-port.js";

const parts = () => ({
  environment: "live" as const,
  state: new State(),
  random: new Random(SEED),
  world,
  clock: new Clock({ now: Date.UTC(2026, 0, 1), running: false }),
});

describeLedgerPort("LiteSVM", () => createSvmLedger(parts()));

let server: MockServer;
afterAll(() => server.close());

describeLedgerPort(
  "the mock's own JSON-RPC",
  async () => {
    server = await createMockServer({ seed: Number(SEED), clock: { mode: "frozen" } });
    await server.listen();
    return createValidatorLedger({ ...parts(), url: server.rpc.live });
  },
  { pass: () => server.clock.advance(400), pages: false },
);
