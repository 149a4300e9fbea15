import assert from "node:assert/strict";
import { test } from "node:test";
import { createMockServer } from "@intent-tx/mock-server";
import bs58 from "bs58";
import { build } from "vite";

test("Vite bundles the code of a page without warnings and without web3.js", async () => {
  const said = [];
  const quiet = { info() {}, clearScreen() {}, hasErrorLogged: () => false, hasWarned: false };
  const tell = (message) => said.push(message);
  const { output } = await build({
    root: import.meta.dirname,
    configFile: false,
    customLogger: { ...quiet, warn: tell, warnOnce: tell, error: tell },
    build: {
      lib: { entry: "order.js", formats: ["es"], fileName: "order" },
      // By default, a slow build is a warning.
      rolldownOptions: { checks: { bundlerTimings: false }, onwarn: ({ message }) => tell(message) },
    },
  }).then((built) => (Array.isArray(built) ? built[0] : built));
  assert.deepEqual(said, []);
  // Some files load only when a transaction needs them.
  const [entry] = output.filter(({ isEntry }) => isEntry);
  assert.equal(entry.fileName, "order.js");
  for (const { code } of output) assert.doesNotMatch(code, /VersionedMessage/);

  const server = await createMockServer({ seed: 1 });
  const { address: publicKey, secretKey } = server.wallets.alice;
  const { order } = await import("./dist/order.js");
  const signed = await order(server.clientOptions("test"), { publicKey, secretKey: bs58.decode(secretKey) });
  assert.ok(signed.subarray(1, 65).some((byte) => byte !== 0));
  await server.close();
});
