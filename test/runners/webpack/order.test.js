import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { promisify } from "node:util";
import { createMockServer } from "@intent-tx/mock-server";
import bs58 from "bs58";
import webpack from "webpack";

const file = `${import.meta.dirname}/dist/order.cjs`;

test("webpack bundles the code of a page without warnings and without web3.js", async () => {
  const compiler = webpack({
    mode: "production",
    target: "web",
    context: import.meta.dirname,
    entry: "./order.js",
    output: {
      path: `${import.meta.dirname}/dist`,
      publicPath: "",
      filename: "order.cjs",
      library: { type: "commonjs2" },
    },
  });
  const stats = await promisify(compiler.run.bind(compiler))();
  const { errors, warnings, assets } = stats.toJson();
  assert.deepEqual(
    [...errors, ...warnings].map(({ message }) => message),
    [],
  );
  // Other files load only when a transaction needs them.
  const { initial } = stats.toJson({ ids: true }).chunks.find(({ files }) => files.includes("order.cjs"));
  assert.equal(initial, true);
  assert.equal(stats.toJson().chunks.filter((chunk) => chunk.initial).length, 1);
  for (const { name } of assets)
    assert.doesNotMatch(await readFile(`${import.meta.dirname}/dist/${name}`, "utf8"), /VersionedMessage/);

  const server = await createMockServer({ seed: 1 });
  const { address: publicKey, secretKey } = server.wallets.alice;
  // As in a page.
  globalThis.self = globalThis;
  const { order } = createRequire(import.meta.url)(file);
  const signed = await order(server.clientOptions("test"), { publicKey, secretKey: bs58.decode(secretKey) });
  assert.ok(signed.subarray(1, 65).some((byte) => byte !== 0));
  await server.close();
});
