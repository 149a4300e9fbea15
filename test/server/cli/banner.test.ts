import type { MockServer } from "@intent-tx/mock-server";
import { IntentTx } from "intent-tx";
import { expect, test } from "vitest";
import { banner } from "../../../mock-server/src/cli/banner.js";
import { partsOf } from "../../contract/targets.js";
import { lab } from "../lab.js";

const pasted = (text: string) => /new IntentTx\(\{ apiKey: "([^"]+)", baseUrl: "([^"]+)" \}\)/.exec(text);

test("the printed snippet works, also if the server listens on every address", async () => {
  const server = await lab();
  await server.listen({ port: 0, host: "0.0.0.0" });
  const [, apiKey, baseUrl] = pasted(banner(server, true)) ?? [];
  expect(banner(server, true)).toContain(`${server.keys.pro}  ${server.keyIds.pro}`);
  expect(banner(server, true)).toMatch(/^studio +http:\/\/127\.0\.0\.1:\d+\/studio$/m);
  expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
  expect((await new IntentTx({ apiKey, baseUrl }).prices.retrieve("SOL")).symbol).toBe("SOL");
});

test("an address that the client would refuse is not offered", async () => {
  const server = await lab();
  const baseUrl = "http://192.168.1.5:4010/v1";
  const controlUrl = "http://192.168.1.5:4010/_mock";
  const elsewhere = { ...partsOf(server), seed: server.seed, baseUrl, controlUrl };
  const text = banner(elsewhere as unknown as MockServer, true, true);
  expect(pasted(text)).toBeNull();
  expect(text).toContain(`${baseUrl}/prices/SOL`);
  // The studio needs the control plane, which without a token is open only on loopback.
  expect(text).not.toContain("/studio");
  expect(text).toMatch(/^control +open on loopback only; set --control-token/m);
});
