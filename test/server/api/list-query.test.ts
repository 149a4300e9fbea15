import { expect, test } from "vitest";
import { clientOf, lab } from "../lab.js";

const HISTORY = { world: { wallets: { carol: { SOL: "10", history: 5 } } } };

async function stage() {
  const server = await lab(HISTORY);
  const carol = server.wallets["carol"]!.address;
  const ask = async (query: string) => {
    const response = await server.fetch(`${server.baseUrl}/transactions/${carol}?${query}`, {
      headers: { Authorization: `Bearer ${server.keys.enterprise}` },
    });
    return { status: response.status, body: await response.json() };
  };
  return { server, carol, ask };
}

test("two different cursors are refused; the same one under both names is accepted", async () => {
  const { server, carol, ask } = await stage();
  const [first, second] = (await clientOf(server).transactions.list(carol)).data;
  const two = await ask(`before=${first!.signature}&cursor=${second!.signature}`);
  expect(two).toMatchObject({
    status: 400,
    body: { error: { code: "validation_error", field: "cursor" } },
  });
  for (const field of ["before", "cursor"])
    expect((await ask(`${field}=${"1".repeat(64)}`)).body.error.field).toBe(field);
  const one = await ask(`before=${first!.signature}&cursor=${first!.signature}`);
  expect(one.body.data[0].signature).toBe(second!.signature);
  expect((await ask(`cursor=${first!.signature}`)).body).toEqual(one.body);
});
