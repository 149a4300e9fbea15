import { describe } from "vitest";
import { buildsSuite } from "./builds.js";
import { coreLoopSuite } from "./core-loop.js";
import { figuresSuite } from "./figures.js";
import { intentsSuite } from "./intents.js";
import { keysSuite } from "./keys.js";
import { limitsSuite } from "./limits.js";
import { mannersSuite } from "./manners.js";
import { orderSuite } from "./order.js";
import { probesSuite } from "./probes.js";
import { scopesSuite } from "./scopes.js";
import type { Target } from "./setup.js";
import { usageSuite } from "./usage.js";
import { walletsSuite } from "./wallets.js";
import { wireSuite } from "./wire.js";

/** Tests the whole contract over one target. */
export function contractSuite(target: Target): void {
  describe(`contract, ${target.name}`, () => {
    coreLoopSuite(target);
    probesSuite(target);
    wireSuite(target);
    limitsSuite(target);
    usageSuite(target);
    keysSuite(target);
    scopesSuite(target);
    intentsSuite(target);
    buildsSuite(target);
    walletsSuite(target);
    figuresSuite(target);
    orderSuite(target);
    mannersSuite(target);
  });
}
