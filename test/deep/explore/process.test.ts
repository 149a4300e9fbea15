// Programs over real sockets, each with a double payment and without it. `npm run soak` tries every fault.
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ExploreProcessOptions, exploreProcess, type Report } from "@intent-tx/mock-server/explore";
import { expect, onTestFinished, test } from "vitest";
import { SCALE } from "../scale.js";

const PROGRAMS = join(import.meta.dirname, "programs");
const isSoak = SCALE > 1;
const timeout = isSoak ? 3_600_000 : 120_000;
/** In the deep tests, the payment is lost, or the program crashes after it. */
const faults = isSoak ? {} : ({ api: false, chain: ["lost"], crash: ["crash-after"] } as const);

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "explored-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const explored = (options: ExploreProcessOptions) =>
  exploreProcess({ faults, expect: "bob: +1 SOL", jobs: 2, throws: false, ...options });

const schedulesOf = ({ failures }: Report) => failures.map(({ schedule }) => schedule).sort();
const has = (...command: [string, ...string[]]) => spawnSync(command[0], command.slice(1)).status === 0;

test("a Node server that a driver uses", { timeout }, async () => {
  const cwd = folder();
  copyFileSync(join(PROGRAMS, "shop.mjs"), join(cwd, "shop.mjs"));
  const drive: ExploreProcessOptions["drive"] = async ({ url }) => {
    for (let tries = 0; tries < 20; tries++) {
      const response = await fetch(url, { method: "POST" }).catch(() => undefined);
      if (response?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    throw new Error("the shop never said that it has paid");
  };
  const app = { command: ["node", "shop.mjs"], cwd, ready: "http://127.0.0.1:{PORT}/", drive };
  const unsafe = await explored(app);
  expect(schedulesOf(unsafe)).toEqual(expect.arrayContaining(["3:crash-after", "3:lost"]));
  expect(String(unsafe)).toMatch(/bob got 2000000000 base units of SOL, where 1000000000 are expected/);
  const safe = await explored({ ...app, env: { SAFE: "1" } });
  expect(safe.failures.map(String)).toEqual([]);
  expect(safe.skipped).toEqual([]);
  // The program wrote only into the copies.
  expect(readdirSync(cwd)).toEqual(["shop.mjs"]);
});

test.skipIf(!has("go", "version"))("a Go program (skipped without go)", { timeout }, async () => {
  const cwd = folder();
  execFileSync("go", ["build", "-o", join(cwd, "pay"), join(PROGRAMS, "pay.go")], { cwd });
  const unsafe = await explored({ command: ["./pay"], cwd });
  expect(schedulesOf(unsafe)).toEqual(expect.arrayContaining(["3:crash-after", "3:lost"]));
  const safe = await explored({ command: ["./pay"], cwd, env: { SAFE: "1" } });
  expect(safe.failures.map(String)).toEqual([]);
});

test("a message to the WebSocket is numbered, lost, and crashes the program", { timeout }, async () => {
  const source = `const WebSocket = require("ws");
    const socket = new WebSocket(process.env.INTENT_TX_WS_URL);
    socket.on("open", () => socket.send('{"jsonrpc":"2.0","id":1,"method":"slotSubscribe"}'));
    socket.on("message", () => process.exit(0));
    socket.on("close", () => process.exit(1));`;
  const ends: unknown[] = [];
  const report = await explored({
    command: ["node", "-e", source],
    cwd: folder(),
    env: { NODE_PATH: join(process.cwd(), "node_modules") },
    expect: "bob: +0 SOL",
    check: ({ ended: { how, lives, faults } }) => void ends.push([how, lives, ...faults]),
    faults: { api: false, chain: ["lost"], crash: ["crash-after"] },
    jobs: 1,
  });
  expect(report.requests).toBe(1);
  expect(ends).toEqual([
    ["returned", 1],
    ["threw", 1, "1:lost"],
    ["returned", 2, "1:crash-after"],
  ]);
});

test("a command without requests, and one that cannot be started, fail", async () => {
  for (const [command, text] of [
    [["node", "-e", "0"], /sent no request/],
    [["no-such-program"], /ENOENT/],
  ] as const)
    expect(String(await exploreProcess({ command, cwd: folder(), throws: false }))).toMatch(text);
});

test("a user to play without a URL at which the app is ready is refused", async () => {
  const started = exploreProcess({ command: ["node", "-e", "0"], cwd: folder(), drive: () => {} });
  await expect(started).rejects.toThrow("ready is required with drive");
});

/** The guide's payment, which stores its signature and looks it up when it starts again. */
function safePython(source: string): string {
  const looks = `import json
if os.path.exists("sent.json"):
    with open("sent.json") as file:
        stored = json.load(file)
    if follow(*stored) == "landed":
        raise SystemExit(0)
address =`;
  const stores = `options = {"encoding"`;
  const store = `with open("sent.json", "w") as file:
        json.dump([signature, last_block], file)
    ${stores}`;
  return source.replace("address =", looks).replace(stores, store);
}

const PYTHON = process.env["PYTHON"] ?? "python3";
const noPython = !has(PYTHON, "-c", "import requests, solders");

test.skipIf(noPython)("the guide's Python payment (skipped without solders)", { timeout }, async () => {
  const cwd = folder();
  const source = readFileSync("examples/python/pay.py", "utf8");
  const again = ["sh", "-c", `until ${PYTHON} pay.py; do sleep 1; done`];
  const app = { command: again, cwd, expect: "bob: +0.1 SOL" };
  writeFileSync(join(cwd, "pay.py"), source);
  expect(schedulesOf(await explored(app))).toContain("4:crash-after");
  writeFileSync(join(cwd, "pay.py"), safePython(source));
  const safe = await explored(app);
  expect(safe.failures.map(String)).toEqual([]);
});

test.skipIf(!has(PYTHON, "--version"))(
  "the guide's Python payment waits while a failure can be undone",
  () => {
    const source = readFileSync("examples/python/pay.py", "utf8");
    const follow = /def follow[\s\S]*?\n\n\n/.exec(source)?.[0];
    // A fork drops the block in which it failed, and it lands in another one.
    const program = `import time
time.sleep = lambda seconds: None
statuses = [("processed", {"InstructionError": [0, "Custom"]}), ("processed", None), ("confirmed", None)]
def rpc(method, *params):
    if method == "getBlockHeight":
        return 1
    level, err = statuses.pop(0)
    return {"value": [{"confirmationStatus": level, "err": err}]}
${follow}print(follow("signature", 150))`;
    expect(spawnSync(PYTHON, ["-c", program], { encoding: "utf8" }).stdout).toBe("landed\n");
  },
);

test("an expectation that the world cannot meet exactly is refused", async () => {
  const cwd = folder();
  const started = (text: string) => explored({ command: ["node", "-e", ""], cwd, expect: text });
  await expect(started("bob: +1.1234567 USDC")).rejects.toThrow("USDC, which has 6 decimals");
  await expect(started("bob: +1 USDCC")).rejects.toThrow(
    "names the token USDCC, which the world does not list",
  );
});

test("folders are kept inside the working folder, also from an earlier run", { timeout }, async () => {
  const cwd = folder();
  const code = "fetch(process.env.INTENT_TX_BASE_URL + '/prices/SOL').then(() => {})";
  const options = {
    command: ["node", "-e", code],
    cwd,
    keep: join(cwd, "kept", "runs"),
    expect: "bob: +0 SOL",
  };
  for (let run = 0; run < 2; run++) expect((await explored(options)).failures).toEqual([]);
  expect(readdirSync(options.keep)).toContain("none");
  expect(readdirSync(join(options.keep, "none", "kept"))).toEqual([]);
});
