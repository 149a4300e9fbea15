import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test, vi } from "vitest";
import { readReport } from "../../../mock-server/src/explore/saved-report.js";
import { temporaryFolder } from "../../folder.js";
import { cli, cliEnd } from "./cli-process.js";

const ASK = `fetch(process.env.INTENT_TX_BASE_URL + "/prices/SOL")`;
/** A server that asks for a price at each POST. */
const APP = `require("http").createServer(async ({ method }, response) => {
  if (method === "POST") await ${ASK};
  response.end("done");
}).listen(process.env.PORT, "127.0.0.1");`;

/** Runs `explore` without faults in a folder with these files. */
function explored(files: Readonly<Record<string, string>>, flags: readonly string[], program: string) {
  const cwd = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  return cliEnd(["explore", "--only", "none", ...flags, "--", process.execPath, "-e", program], { cwd });
}

test.each([
  ["zed", 0, "1 schedules tried, 0 skipped, 0 failed (1 requests without faults)"],
  ["yan", 1, "none: Error: the world has no yan"],
])("--check decides over the world of --world, which has zed: %s", async (wallet, code, text) => {
  const files = {
    "world.json": JSON.stringify({ wallets: { zed: { SOL: "5" } } }),
    "check.mjs": `export default ({ server, ended, output }) => {
      if (ended.how !== "returned" || output !== "asked\\n") throw new Error(output);
      if (!server.wallets.${wallet}) throw new Error("the world has no ${wallet}");
    };`,
  };
  const flags = ["--world", "world.json", "--check", "check.mjs"];
  const ended = await explored(files, flags, `${ASK}.then(() => console.log("asked"))`);
  expect(ended).toMatchObject({ code, out: expect.stringContaining(text) });
});

test.each([
  ["paid", 0, "1 schedules tried, 0 skipped, 0 failed (1 requests without faults)"],
  ["lost", 1, "drive.mjs ended with code 1: the shop said done"],
])("--drive plays the user of the server that --ready waits for: %s", async (word, code, text) => {
  const drive = `const response = await fetch(process.env.APP_URL, { method: "POST" });
    const said = await response.text();
    if ("${word}" === "lost") { console.log("the shop said " + said); process.exit(1); }`;
  const flags = ["--ready", "http://127.0.0.1:{PORT}/", "--drive", "drive.mjs"];
  const ended = await explored({ "drive.mjs": drive }, flags, APP);
  expect(ended).toMatchObject({ code, out: expect.stringContaining(text) });
});

test("--open shows a failure in the studio until a signal, --keep saves it, and it states how to run it again", async () => {
  const cwd = temporaryFolder();
  for (const browser of ["xdg-open", "open"]) {
    writeFileSync(join(cwd, browser), `#!/bin/sh\necho "$1" > ${cwd}/browsed\n`);
    chmodSync(join(cwd, browser), 0o755);
  }
  const PATH = `${cwd}${delimiter}${process.env["PATH"]}`;
  const flags = ["--only", "none", "--keep", "kept", "--open", "--expect", "bob: +1 SOL"];
  const program = `${ASK}.then(() => console.log("my secret is " + process.env.INTENT_TX_WALLET_SECRET))`;
  const app = [process.execPath, "-e", program];
  const running = await cli(["explore", ...flags, "--", ...app], { cwd, env: { PATH } });
  const [, url = ""] = await running.said(/shows the report at (\S+) until/);
  const response = await fetch(new URL("/studio/report.json", url));
  const text = await response.text();
  expect(text).toBe(readFileSync(join(cwd, "kept", "report.json"), "utf8"));
  const [failure] = readReport(text).failures;
  expect(failure).toMatchObject({ steps: [{ operation: "prices.retrieve" }], output: ["my secret is …"] });
  expect(failure?.replay).toMatch(
    /^npx @intent-tx\/mock-server explore --only none .*'bob: \+1 SOL' -- .* -e 'fetch/,
  );
  await vi.waitFor(() => expect(readFileSync(join(cwd, "browsed"), "utf8")).toBe(`${url}\n`));
  expect(await running.kill("SIGINT")).toMatchObject({ code: 1 });
});
