import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { createMockServer } from "@intent-tx/mock-server";
import { build } from "esbuild";
import { Miniflare, Response } from "miniflare";

let mock;
let worker;

before(async () => {
  mock = await createMockServer({ seed: 1 });
  const { outputFiles } = await build({
    entryPoints: ["worker.ts"],
    bundle: true,
    format: "esm",
    conditions: ["workerd", "worker", "browser"],
    write: false,
  });
  const config = await readFile("wrangler.jsonc", "utf8");
  worker = new Miniflare({
    modules: true,
    script: outputFiles[0].text,
    compatibilityDate: /"compatibility_date": "(.+)"/.exec(config)[1],
    bindings: {
      INTENT_TX_API_KEY: mock.keys.pro,
      INTENT_TX_BASE_URL: "https://api.example.com/v1",
    },
    // Routes the worker's requests to the mock, whatever their host.
    async outboundService(request) {
      const { pathname, search } = new URL(request.url);
      const body = request.method === "POST" ? await request.text() : null;
      const init = {
        method: request.method,
        headers: Object.fromEntries(request.headers),
        body,
      };
      const answer = await mock.fetch(
        new URL(pathname + search, mock.baseUrl).href,
        init,
      );
      return new Response(await answer.text(), answer);
    },
  });
  await worker.ready;
});
after(async () => {
  await worker.dispose();
  await mock.close();
});

test("a live key works in the worker and does not leave it", async () => {
  const answer = await worker.dispatchFetch("http://worker/prices/SOL");
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  assert.equal(JSON.parse(text).symbol, "SOL");
  assert.ok(!text.includes(mock.keys.pro));
});

test("a command returns an intent with its amount as text", async () => {
  const body = JSON.stringify({
    walletAddress: mock.wallets.alice.address,
    command: "swap 0.5 SOL for USDC",
  });
  const answer = await worker.dispatchFetch("http://worker/intents", {
    method: "POST",
    body,
  });
  assert.equal((await answer.json()).parameters.amount, "500000000");
});

test("an unknown token returns 404, an unavailable service 502", async () => {
  assert.equal(
    (await worker.dispatchFetch("http://worker/prices/NOPE")).status,
    404,
  );
  mock.faults.add({ times: 9, fault: { kind: "status", status: 500 } });
  assert.equal(
    (await worker.dispatchFetch("http://worker/prices/SOL")).status,
    502,
  );
});
