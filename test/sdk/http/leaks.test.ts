import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { clientWith, KEY } from "../harness.js";

test("a client does not retain the key providers of derived clients", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const { client } = clientWith([]);
  const providers = Array.from({ length: 20 }, () => {
    const provider = async () => KEY;
    client.withOptions({ apiKey: provider });
    return new WeakRef(provider);
  });
  // A WeakRef keeps its target alive until the end of the turn that created it.
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  expect(providers.filter((one) => one.deref() !== undefined)).toEqual([]);
  expect(client.baseUrl).toBeTruthy();
});
