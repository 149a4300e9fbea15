import { createMockServer } from "@intent-tx/mock-server";
import { afterAll, beforeAll, describe } from "vitest";
import { ValidatorProcess } from "../../mock-server/src/cli/validator-process.js";
import { findValidator } from "../server/swap-program-validator-process.js";
import { coreLoopSuite } from "./suite/core-loop.js";
import { Scene, type Target } from "./suite/scene.js";

const program = findValidator();
if (program === undefined) {
  console.warn("The core loop is not run over a validator: set SOLANA_TEST_VALIDATOR, or put it on PATH.");
}

describe.skipIf(program === undefined)("over a validator", () => {
  let validator: ValidatorProcess | undefined;

  beforeAll(async () => {
    validator = await ValidatorProcess.start({ program: program ?? "", seed: 1 });
  }, 90_000);
  afterAll(() => validator?.stop());

  // One chain serves every scene: the loop asks nothing of the wallets but that they hold enough.
  const target: Target = {
    name: "validator",
    async open() {
      if (!validator) throw new Error("the validator did not start");
      const server = await createMockServer({ seed: 1, rpcUrl: validator.url });
      const { baseUrl, controlUrl, rpc, ws, keys, keyIds, wallets, fetch } = server;
      const parts = { baseUrl, controlUrl, rpc, ws, keys, keyIds, wallets, fetch };
      return new Scene({ ...parts, close: () => server.close() });
    },
  };
  coreLoopSuite(target);
});
