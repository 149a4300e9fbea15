import { afterAll, beforeAll, describe } from "vitest";
import { ValidatorProcess } from "../../../mock-server/src/cli/validator-process.js";
import { NOW, Setup, type Target } from "../../contract/suite/setup.js";
import { contractSuite } from "../../contract/suite/suite.js";
import { partsOf, serverOf } from "../../contract/targets.js";
import { installedValidator } from "../installed-validator.js";

const program = installedValidator("the contract suite");

describe.skipIf(program === undefined)("over a validator", () => {
  let validator: ValidatorProcess | undefined;

  beforeAll(async () => {
    validator = await ValidatorProcess.start({ program: program ?? "", seed: 1 });
  });
  afterAll(() => validator?.stop());

  // All setups share one chain, so alice may have no funds left.
  const target: Target = {
    name: "validator",
    chain: "shared",
    async open({ now = NOW, ...options } = {}) {
      if (!validator) throw new Error("the validator did not start");
      const server = await serverOf({ now, ...options }, { rpcUrl: validator.url });
      const setup = new Setup({
        ...partsOf(server),
        fetch: server.fetch,
        chain: "shared",
        close: () => server.close(),
      });
      await setup.topUp();
      return setup;
    },
  };
  contractSuite(target);
});
