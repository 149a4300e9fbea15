import { expect, test } from "vitest";
import { api, clientOf, lab } from "../lab.js";

test("two different cursors are refused; the same one under both names is accepted", async () => {
  const server = await lab({ world: { wallets: { carol: { SOL: "10", history: 5 } } } });
  const carol = server.wallets["carol"]!.address;
  const ask = (query: string) => api(server, "GET", `/transactions/${carol}?${query}`);
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
