import fc from "fast-check";
import { expect, test } from "vitest";
import { checkAnswer, randomRequests } from "./suite/fuzz.js";
import { socket } from "./targets.js";

/** Statuses that the random requests must produce; without them the test proves little. */
const REACHED = [200, 201, 204, 400, 401, 403, 404, 405, 415, 422];

test("any request gets a documented status, the contract's headers and never a 5xx", async () => {
  await using setup = await socket.open({ limits: "off", contract: { idempotency: true } });
  const commands = ["swap 0.5 SOL for USDC", "send 1 USDC to bob.sol", "show my portfolio"];
  const intents = await Promise.all(commands.map((command) => setup.parse(command)));
  const seen = new Map<number, number>();
  const { key } = await setup.issue({ tier: "free", scopes: ["write:intents"] });
  const intentIds = intents.map(({ intentId }) => intentId);
  const keys = [setup.key("enterprise"), setup.key("enterprise"), setup.key("test"), key];
  const requests = randomRequests({ setup, intentIds, keys });
  await fc.assert(
    fc.asyncProperty(requests, async (request) => {
      const status = await checkAnswer(setup, request);
      seen.set(status, (seen.get(status) ?? 0) + 1);
    }),
    { numRuns: 500, seed: 20260101 },
  );
  // The requests must get past validation: not all of them may be rejected.
  const missing = REACHED.filter((status) => !seen.has(status));
  expect(missing, JSON.stringify([...seen])).toEqual([]);
});
