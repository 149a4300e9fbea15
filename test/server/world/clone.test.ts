import { createMockServer } from "@intent-tx/mock-server";
import { connectMock } from "@intent-tx/mock-server/testing";
import { Keypair } from "@solana/web3.js";
import { expect, onTestFinished, test } from "vitest";
import { control, failureOf, lab, rpc } from "../lab.js";
import { memoBy, memoCode } from "./memo.js";

const HERE = "MyMemo1111111111111111111111111111111111111";
const NOWHERE = Keypair.fromSeed(new Uint8Array(32).fill(21)).publicKey.toBase58();

/** A running chain with an upgradeable program, and a server without it. */
async function setup() {
  const programs = [{ address: HERE, bytes: await memoCode(), upgradeable: true }];
  const source = await createMockServer({ seed: 9, world: { programs } });
  onTestFinished(() => source.close());
  await source.listen({ port: 0 });
  return { source, url: source.rpc.live, server: await lab() };
}

test("a program is cloned with its code while the server runs, and a snapshot has it", async () => {
  const { url, server } = await setup();
  const before = await server.snapshot();
  const cloned = await server.clone([HERE], { url });
  expect(cloned.map(({ pubkey }) => pubkey)).toEqual([expect.any(String), HERE]);
  expect(await memoBy(server, HERE)).toMatchObject({ err: null });
  const after = await server.snapshot();
  await server.restore(before);
  expect((await rpc(server, "getAccountInfo", [HERE])).result.value).toBeNull();
  await server.restore(after);
  await server.clock.advance("1s");
  expect(await memoBy(server, HERE)).toMatchObject({ err: null });
});

test("POST /clone copies accounts to one network, over a handle too", async () => {
  const { source, url, server } = await setup();
  const { address } = source.wallets.bob;
  const body = { environment: "test", url, addresses: [address, address] };
  expect(await control(server, "POST", "/clone", body)).toMatchObject({
    status: 200,
    body: { data: [{ environment: "test", pubkey: address, lamports: "25000000000" }] },
  });
  expect((await rpc(server, "getBalance", [address], "test")).result.value).toBe(25e9);
  expect((await rpc(server, "getBalance", [address])).result.value).toBe(0);
  const { baseUrl } = await server.listen();
  await connectMock(baseUrl).clone([address], { url });
  expect((await rpc(server, "getBalance", [address])).result.value).toBe(25e9);
});

test("a missing account, an invalid URL and a chain that does not answer are refused", async () => {
  const { url, server } = await setup();
  const before = JSON.stringify(await server.snapshot());
  for (const [body, status, field, message] of [
    [
      { url, addresses: [HERE, NOWHERE] },
      400,
      "addresses",
      `has ${NOWHERE}, which ${new URL(url).origin} does not have`,
    ],
    [{ url, addresses: [] }, 400, "addresses", "at least one"],
    [{ url, addresses: ["bob"] }, 400, "addresses", "32-byte address"],
    [{ url: "mainnet", addresses: [HERE] }, 400, "url", "must be the http(s) address"],
    [{ url: "http://user:secret@127.0.0.1:1/", addresses: [HERE] }, 400, "url", "must not contain"],
    [{ url: `${url}/nothing`, addresses: [HERE] }, 400, "url", "returned an error for getMultipleAccounts"],
    [{ url: "http://127.0.0.1:1/?api-key=secret", addresses: [HERE] }, 503, undefined, "does not respond"],
  ] as const) {
    const answer = await control(server, "POST", "/clone", { environment: "live", ...body });
    expect(answer).toMatchObject({ status, body: { error: { message: expect.stringContaining(message) } } });
    expect(answer.body.error.field).toBe(field);
    expect(JSON.stringify(answer.body)).not.toContain("secret");
  }
  expect(await failureOf(server.clone([NOWHERE], { url }))).toMatchObject({
    status: 400,
    field: "addresses",
  });
  expect(JSON.stringify(await server.snapshot())).toBe(before);
});
