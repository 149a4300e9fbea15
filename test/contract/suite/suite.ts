import { describe } from "vitest";
import { keysSuite } from "./keys.js";
import { limitsSuite } from "./limits.js";
import type { Target } from "./scene.js";
import { wireSuite } from "./wire.js";

/** The contract as a service's users meet it, over one target. */
export function contractSuite(target: Target): void {
  describe(`contract, ${target.name}`, () => {
    wireSuite(target);
    limitsSuite(target);
    keysSuite(target);
  });
}
