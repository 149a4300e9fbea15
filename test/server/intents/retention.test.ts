import { expect, test } from "vitest";
import { clientOf, failureOf, lab } from "../lab.js";

test("an expired intent is 410 for a day and then 404, with or without parses in between", async () => {
  const server = await lab();
  const client = clientOf(server);
  const walletAddress = server.wallets.alice.address;
  const parse = () => client.intents.parse({ walletAddress, command: "send 1 SOL to bob.sol" });
  const [quiet, swept] = [await parse(), await parse()];
  const build = (intentId: string) => failureOf(client.transactions.build({ intentId, walletAddress }));
  await server.clock.advance("10m");
  expect(await build(quiet.intentId)).toMatchObject({ status: 410, code: "intent_expired" });
  // Parsing drops expired intents; their status stays known.
  await parse();
  await server.clock.advance("86399s");
  expect(await build(swept.intentId)).toMatchObject({ status: 410, code: "intent_expired" });
  expect(
    await failureOf(
      client.transactions.build({ intentId: swept.intentId, walletAddress: server.wallets.bob.address }),
    ),
  ).toMatchObject({ status: 400, field: "walletAddress" });
  await server.clock.advance("1s");
  for (const { intentId } of [quiet, swept]) {
    expect(await build(intentId)).toMatchObject({ status: 404, code: "intent_not_found" });
  }
});

test("State drops intents and builds that can no longer be requested", async () => {
  const server = await lab({ limits: "off" });
  const client = clientOf(server);
  const walletAddress = server.wallets.alice.address;
  const day = async () => {
    for (let at = 0; at < 20; at++) {
      const { intentId } = await client.intents.parse({ walletAddress, command: "send 1 SOL to bob.sol" });
      await client.transactions.build({ intentId, walletAddress });
    }
    await server.clock.advance("25h");
  };
  const sizes: number[][] = [];
  for (let round = 0; round < 5; round++) {
    await day();
    const { intents, expiredIntents, built } = (await server.snapshot()).state;
    sizes.push([intents?.length ?? 0, expiredIntents?.length ?? 0, built?.length ?? 0]);
  }
  for (const size of sizes) for (const rows of size) expect(rows).toBeLessThanOrEqual(40);
  expect(sizes.at(-1)).toEqual(sizes.at(-2));
});
