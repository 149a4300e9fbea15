import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { IntentTx } from "intent-tx";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { temporaryFolder } from "../../folder.js";
import { cli, cliEnd } from "../cli/cli-process.js";
import { failureOf, lab } from "../lab.js";

let folder = "";
let file = "";
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, "state.jsonl");
});

const serve = async () => {
  const running = await cli(["serve", "--json", "--port", "0", "--state", file]);
  return { running, ready: await running.ready() };
};
const kept = () => lab({ stateFile: file });

test("a second process on a file is refused with the first one's pid, and the first keeps running", async () => {
  const first = await serve();
  const { code, out, err } = await cliEnd(["serve", "--port", "0", "--state", file]);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain(`state file ${file} is in use by the process ${first.running.child.pid} (`);
  expect(err).toMatch(/; stop that server, or use a different file, because /);

  const client = new IntentTx({ apiKey: first.ready.keys.pro, baseUrl: first.ready.baseUrl });
  const { key } = await client.keys.create({ name: "kept", scopes: ["read:prices"] });
  await first.running.kill("SIGKILL");
  const { running, ready } = await serve();
  const { baseUrl } = ready;
  expect((await new IntentTx({ apiKey: key, baseUrl }).prices.retrieve("SOL")).symbol).toBe("SOL");
  // A stopped process leaves no lock behind.
  expect(readdirSync(folder)).toContain("state.jsonl.lock.2");
  expect(await running.kill("SIGTERM")).toMatchObject({ code: 0 });
  expect(readdirSync(folder)).toEqual(["state.jsonl"]);
});

/** The lock that a server of this process writes. */
async function lockText(): Promise<string> {
  const server = await kept();
  const text = readFileSync(`${file}.lock.1`, "utf8");
  await server.close();
  return text;
}

test.each<[string, (text: string) => string]>([
  ["of a process that has ended", (text) => text.replace(/"pid":\d+/, '"pid":2147483646')],
  ["of an earlier process of the same number", (text) => text.replace(/"began":"\d+"/, '"began":"7"')],
  ["that a crash cut short", () => ""],
  ["of something else", () => "shopping list"],
])("a lock %s is replaced by one with the next number", async (_, change) => {
  const text = await lockText();
  writeFileSync(`${file}.lock.7`, change(text));
  const server = await kept();
  expect(JSON.parse(readFileSync(`${file}.lock.8`, "utf8"))).toMatchObject({ pid: process.pid });
  await server.close();
  expect(readdirSync(folder)).toEqual(["state.jsonl"]);
});

test.skipIf(process.platform !== "linux").each([
  ["boot", /"boot":"[^"]*"/, '"boot":"another"'],
  ["container", /"namespace":"[^"]*"/, '"namespace":"pid:[1]"'],
])("a lock of another %s is refused with the command that removes it", async (_, pattern, other) => {
  const text = await lockText();
  writeFileSync(`${file}.lock.3`, text.replace(pattern, other));
  await expect(kept()).rejects.toThrow(`remove the lock: rm '${file}.lock.3'`);
});

test("an unreadable lock may be in use, so it is not removed", async () => {
  mkdirSync(`${file}.lock.1`);
  expect(await failureOf(kept())).toMatchObject({
    name: "OptionError",
    message: expect.stringMatching(/cannot be written \(EISDIR\)/),
  });
  expect(statSync(`${file}.lock.1`).isDirectory()).toBe(true);
});

test("the leftover of a crashed rewrite causes no problem", async () => {
  await (await kept()).close();
  writeFileSync(`${file}.new`, '{"file":"intent-tx-mock st', { mode: 0o644 });
  await (await kept()).close();
  expect(existsSync(`${file}.new`)).toBe(false);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test.runIf(existsSync("/proc/self/stat"))(
  "the lock of a zombie is replaced: it has ended, but its parent has not noticed",
  async () => {
    const text = await lockText();
    // `exec` replaces the shell, so that nothing waits for its child.
    const parent = spawn("sh", ["-c", "sleep 0 & exec sleep 60"]);
    onTestFinished(() => void parent.kill("SIGKILL"));
    const children = `/proc/${parent.pid}/task/${parent.pid}/children`;
    const zombie = await vi.waitUntil(
      () => {
        const pid = readFileSync(children, "utf8").trim();
        const stat = pid && readFileSync(`/proc/${pid}/stat`, "utf8");
        return / Z /.test(stat) && { pid, began: stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] };
      },
      { timeout: 10_000 },
    );
    const lock = { ...JSON.parse(text), pid: Number(zombie.pid), began: zombie.began };
    writeFileSync(`${file}.lock.7`, JSON.stringify(lock));
    await (await kept()).close();
  },
);

test("a second process on a folder is refused", async () => {
  await lab({ stateDir: folder });
  const { code, err } = await cliEnd(["serve", "--port", "0", "--state", `${folder}/`]);
  expect(code).toBe(2);
  expect(err).toContain(`${join(folder, "server.jsonl")} is in use by the process ${process.pid} (`);
});
