import { ConfigurationError } from "intent-tx";
import { expect, test, vi } from "vitest";
import { clientWith, failure, PRICE } from "../harness.js";

vi.mock("../../../src/http/hooks.js", () => {
  throw new Error("Failed to fetch dynamically imported module");
});

test("a page that cannot load the code for hooks sends nothing, and says so", async () => {
  const { client, seen } = clientWith([{ json: PRICE }], { hooks: { beforeRequest: [() => undefined] } });
  const error = await failure(client.prices.retrieve("SOL"));
  expect(error).toBeInstanceOf(ConfigurationError);
  expect(error).toMatchObject({
    message: expect.stringMatching(/did not load, so nothing was sent\. Check the connection.*see cause\.$/),
    attempts: 1,
  });
  expect(seen).toEqual([]);
});

test("a client without hooks, or only with onError, does not load it", async () => {
  const { client } = clientWith([{ json: PRICE }], { hooks: { onError: [() => undefined] } });
  expect((await client.prices.retrieve("SOL")).symbol).toBe("SOL");
});
