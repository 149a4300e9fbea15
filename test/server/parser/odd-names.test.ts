import { expect, test } from "vitest";
import { cliHere } from "../cli/cli-process.js";
import { api, control, lab, rpc } from "../lab.js";

const NAMES = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "prototype"];

test("names inherited by every object are never resolved, in any request", async () => {
  const server = await lab({ limits: "off" });
  const alice = server.wallets.alice.address;
  for (const name of NAMES) {
    const refused: [string, string, (string | undefined)?, Record<string, string>?][] = [
      ["GET", `/prices/${name}`],
      ["GET", `/transactions/${alice}?type=${name}`],
      ["GET", `/analytics/metrics?startDate=2026-01-01&endDate=2026-01-02&granularity=${name}`],
      ["DELETE", `/keys/${name}`],
      ["POST", `/keys/${name}/rotate`],
      ["POST", "/keys", `{"name":"x","scopes":["${name}"]}`],
      ["POST", "/keys", `{"name":"x","scopes":["admin"],"${name}":1}`],
      ["POST", "/intents", `{"walletAddress":"${alice}","command":"swap 1 ${name} for USDC"}`],
      ["POST", "/intents", `{"walletAddress":"${alice}","command":"send 1 SOL to ${name}.sol"}`],
      ["POST", "/intents", `{"walletAddress":"${alice}","command":"${name}"}`],
      ["POST", "/transactions/build", `{"walletAddress":"${alice}","intentId":"${name}"}`],
      ["GET", "/prices/SOL", undefined, { "Mock-Control": `${name}=1` }],
      ["GET", "/prices/SOL", undefined, { "Mock-Control": `drop=${name}` }],
      ["GET", `/${name}`],
    ];
    for (const [method, path, body, headers] of refused) {
      const { status, text } = await api(server, method, path, body, "enterprise", headers);
      expect([method, path, body, headers, status < 500 && status >= 400, text]).toEqual([
        ...[method, path, body, headers, true],
        expect.stringContaining('"error"'),
      ]);
    }
    for (const [method, path, body] of [
      ["POST", "/fund", `{"environment":"live","walletAddress":"${alice}","tokens":{"${name}":"1"}}`],
      ["POST", "/keys", `{"tier":"${name}","environment":"live"}`],
      ["POST", "/faults", `{"fault":{"kind":"${name}"}}`],
      ["POST", "/faults", `{"${name}":1,"fault":{"kind":"latency","ms":1}}`],
      ["POST", "/sessions", `{"dialect":"${name}"}`],
      ["POST", "/sessions", `{"contract":{"${name}":true}}`],
      ["DELETE", `/sessions/${name}`],
      ["POST", "/names", `{"name":"${name}","address":"${alice}"}`],
      ["PUT", "/state", `{"version":1,"seed":"1","clock":{"now":1,"running":true},"state":{"${name}":[]}}`],
      ["GET", `/${name}`],
    ] as const) {
      const answer = await control(server, method, path, body);
      expect([path, body, answer.status >= 400 && answer.status < 500, answer.body]).toEqual([
        ...[path, body, true],
        expect.objectContaining({ error: expect.anything() }),
      ]);
    }
    for (const [method, ...params] of [
      [name],
      [`${name}Subscribe`],
      ["getBalance", name],
      ["getAccountInfo", alice, { encoding: name }],
      ["getAccountInfo", alice, { commitment: name }],
    ] as [string, ...unknown[]][]) {
      const { error } = await rpc(server, method, params);
      expect([method, params, error?.code]).not.toEqual([method, params, -32603]);
    }
    expect(() => server.clientOptions(name)).toThrow("must be one of free, pro, enterprise, test");
  }
  expect(await control(server, "GET", "/health")).toMatchObject({ status: 200 });
});

test("names inherited by every object are not command-line words", async () => {
  for (const words of [
    ["constructor"],
    ["__proto__"],
    ["serve", "--contract", "envelope=constructor"],
    ["serve", "--contract", "__proto__=true"],
    ["serve", "--dialect", "toString"],
    ["serve", "--log", "constructor"],
  ]) {
    const { code, err } = await cliHere(words);
    expect([words, code]).toEqual([words, 2]);
    expect(err).not.toMatch(/^\s+at /m);
  }
});
