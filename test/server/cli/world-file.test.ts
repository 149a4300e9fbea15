import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { readServerFlags } from "../../../mock-server/src/cli/server-flags.js";
import { WORLD_EXAMPLE } from "../../../mock-server/src/cli/world-file.js";
import { temporaryFolder } from "../../folder.js";
import { clientOf, lab } from "../lab.js";
import { cliHere } from "./cli-process.js";

const folder = temporaryFolder(afterAll);

function fileWith(text: string): string {
  const file = join(folder, "world.json");
  writeFileSync(file, text);
  return file;
}

test("--world-example prints a world that --world accepts, and that a server gets", async () => {
  const { code, out } = await cliHere(["serve", "--world-example"]);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual(WORLD_EXAMPLE);
  const { options } = readServerFlags(["--world", fileWith(out), "--market", "JUP=10"]);
  expect(options.world).toEqual({
    ...WORLD_EXAMPLE,
    market: { ...WORLD_EXAMPLE.market, JUP: { volatility: 10, drift: 0 } },
  });
  const server = await lab(options);
  expect(Object.keys(server.keys)).toEqual(expect.arrayContaining(["acme", "trial"]));
  const { address } = server.wallets["carol"]!;
  const { data } = await clientOf(server).transactions.list(address, { limit: 100 });
  expect(data).toHaveLength(50);
});

test("INTENT_TX_WORLD names a world file, unless the flag does; --demo-world adds to it", () => {
  vi.stubEnv("INTENT_TX_WORLD", fileWith('{ "wallets": { "alice": { "SOL": "1" } } }'));
  const own = { alice: { SOL: "1" } };
  expect(readServerFlags([]).options.world).toEqual({ wallets: own });
  const demo = readServerFlags(["--demo-world"]).options.world?.wallets;
  expect(demo).toEqual({ ...own, bob: { history: expect.any(Number) } });
  vi.stubEnv("INTENT_TX_WORLD", fileWith("{]"));
  expect(() => readServerFlags([])).toThrow(/^INTENT_TX_WORLD .*world\.json: line 1: not valid JSON/);
  vi.stubEnv("INTENT_TX_WORLD", "");
  expect(readServerFlags([]).options.world).toBeUndefined();
  vi.unstubAllEnvs();
});

test.each([
  ["a syntax error", '{\n  "wallets": {\n    "carol": { "SOL": }\n  }\n}', 3, "not valid JSON"],
  ["a cut-off file", '{\n  "wallets": {\n    "carol": {', 3, "not valid JSON"],
  ["an unknown name", '{\n  "names": {},\n  "wallet": {}\n}', 3, "world.wallet is unknown"],
  [
    "an unknown token",
    '{\n  "wallets": {\n    "carol": {\n      "SOL": "1",\n      "SOLL": "1"\n    }\n  }\n}',
    5,
    "world.wallets.carol.SOLL is not a token",
  ],
  [
    "a wrong item of a list",
    '{\n  "tokens": [\n    { "symbol": "A", "decimals": 6, "priceUsd": "1" },\n    {\n      "symbol": "B", "decimals": 60,\n      "priceUsd": "1" }\n  ]\n}',
    5,
    "world.tokens[1].decimals must be an integer",
  ],
  [
    "a missing field",
    '{\n  "tokens": [\n    { "symbol": "A", "priceUsd": "1" }]\n}',
    3,
    "world.tokens[0].decimals",
  ],
  ["a name with a dot", '{ "names": {\n "x.sol":\n "nobody" } }', 2, "world.names.x.sol must be an address"],
  ["a list", "[]", 1, "world must be an object"],
])("%s is reported with its line and path", (_, text, line, problem) => {
  const file = fileWith(text);
  expect(() => readServerFlags(["--world", file])).toThrow(`--world ${file}: line ${line}: ${problem}`);
});

test("a name that is given twice, and a missing file, are refused", () => {
  expect(() => readServerFlags(["--world", fileWith('{ "names": {}, "names": {} }')])).toThrow("twice");
  expect(() => readServerFlags(["--world", join(folder, "none")])).toThrow(/cannot be read: ENOENT/);
});
