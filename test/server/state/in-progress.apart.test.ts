import { expect, test } from "vitest";
import { api, lab } from "../lab.js";

// In isolation, the first command of a file loads the parser, and the first build a chain. Both take many turns.

test("a restore waits for a command of an account that it removes", async () => {
  const server = await lab();
  const before = await server.snapshot();
  // Loads the code that restores.
  await server.restore(before);
  const { key } = await server.issueKey({ tier: "pro" });
  const order = { walletAddress: server.wallets.alice.address, command: "swap 1 SOL for USDC" };
  let isDone = false;
  const parsing = api(server, "POST", "/intents", order, key).finally(() => {
    isDone = true;
  });
  // The body has been read.
  await new Promise(setImmediate);
  expect(isDone).toBe(false);
  await server.restore(before);
  expect((await parsing).status).toBe(200);
  expect(await server.snapshot()).toEqual(before);
});

test("a reset waits for a build of an account that it removes", async () => {
  const server = await lab();
  const { key } = await server.issueKey({ tier: "pro" });
  const { address: walletAddress } = server.wallets.alice;
  const order = { walletAddress, command: "swap 1 SOL for USDC" };
  const { intentId } = (await api(server, "POST", "/intents", order, key)).body;
  let isDone = false;
  const building = api(server, "POST", "/transactions/build", { intentId, walletAddress }, key).finally(
    () => {
      isDone = true;
    },
  );
  await new Promise(setImmediate);
  expect(isDone).toBe(false);
  await server.reset();
  expect((await building).status).toBe(200);
  const after = await server.snapshot();
  expect(after.state.built).toEqual([]);
  await server.restore(after);
});
