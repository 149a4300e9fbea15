import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createMockServer } from "@intent-tx/mock-server";
import { IntentTx } from "intent-tx";
import { parse } from "yaml";

const dockerfile = readFileSync("Dockerfile", "utf8");
const listOf = (word) =>
  JSON.parse(new RegExp(`^${word}.*?(\\[.+\\])$`, "m").exec(dockerfile)[1]);
const [entry, health] = [
  [...listOf("ENTRYPOINT"), ...listOf("CMD")],
  listOf("HEALTHCHECK"),
];
const hasDocker = spawnSync("docker", ["info"], { stdio: "ignore" }).status === 0;
const TOKEN = randomBytes(24).toString("hex");
let port;
let child;
let container;

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

function startContainer() {
  const folder = mkdtempSync(join(tmpdir(), "intent-tx-image-"));
  cpSync("Dockerfile", join(folder, "Dockerfile"));
  const tarballs = readdirSync("..").filter((name) => name.endsWith(".tgz"));
  for (const name of tarballs) cpSync(join("..", name), join(folder, name));
  const install = [
    "install",
    "--package-lock-only",
    "--ignore-scripts",
    ...tarballs.map((name) => `./${name}`),
  ];
  writeFileSync(join(folder, "package.json"), "{}");
  execFileSync("npm", install, { cwd: folder });
  execFileSync("docker", [
    "build",
    "--quiet",
    "--tag",
    "intent-tx-mock-example",
    folder,
  ]);
  rmSync(folder, { recursive: true });
  const variables = [
    "--env",
    `INTENT_TX_MOCK_CONTROL_TOKEN=${TOKEN}`,
    "--publish",
    `127.0.0.1:${port}:4010`,
  ];
  const flags = ["--rm", "--detach", "--read-only", ...variables];
  const run = ["run", ...flags, "intent-tx-mock-example"];
  container = execFileSync("docker", run, { encoding: "utf8" }).trim();
}

/** Node's flag that forbids the program to write files, as a read-only root does. */
const readOnly = process.allowedNodeEnvironmentFlags.has("--permission")
  ? ["--permission", "--allow-addons"]
  : ["--experimental-permission"];

/** Runs the image's command without Docker. */
function startProcess(token) {
  const [, , ...words] = entry;
  const manifest = createRequire(import.meta.url).resolve(
    "@intent-tx/mock-server/package.json",
  );
  const program = join(
    manifest,
    "..",
    JSON.parse(readFileSync(manifest, "utf8")).bin["intent-tx-mock"],
  );
  const env = { ...process.env, INTENT_TX_MOCK_CONTROL_TOKEN: token };
  const flags = [...readOnly, "--allow-fs-read=*"];
  const args = [...flags, program, ...words, "--port", String(port)];
  return spawn(process.execPath, args, { stdio: "ignore", env });
}

const isHealthy = () => {
  const [program, ...words] = health.map((word) =>
    word.replaceAll("4010", container ? "4010" : String(port)),
  );
  const inside = container
    ? ["docker", "exec", container, program, ...words]
    : [program, ...words];
  return spawnSync(inside[0], inside.slice(1)).status === 0;
};

before(async () => {
  port = await freePort();
  if (hasDocker) startContainer();
  else child = startProcess(TOKEN);
  for (let attempt = 0; !isHealthy(); attempt++) {
    if (attempt > 1000) throw new Error("the health check does not pass");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
});
after(async () => {
  if (container) return void execFileSync("docker", ["kill", container]);
  child.kill();
  await once(child, "exit");
});

test("the image's server has the keys of seed 1, and its control plane requires the token", async () => {
  const same = await createMockServer({ seed: 1 });
  const { keys } = same;
  await same.close();
  const client = new IntentTx({
    apiKey: keys.pro,
    baseUrl: `http://127.0.0.1:${port}/v1`,
  });
  assert.equal((await client.prices.retrieve("SOL")).symbol, "SOL");
  const clock = (headers) =>
    fetch(`http://127.0.0.1:${port}/_mock/clock`, { headers });
  assert.notEqual((await clock({})).status, 200);
  assert.equal((await clock({ authorization: `Bearer ${TOKEN}` })).status, 200);
});

test("the image's command does not start without a token of its own", async () => {
  assert.match(dockerfile, /^ENV INTENT_TX_MOCK_CONTROL_TOKEN=""$/m);
  const [code] = await once(startProcess(""), "exit");
  assert.equal(code, 2);
});

test("compose publishes the mock on this machine only, and the tests share its loopback", () => {
  const { services } = parse(readFileSync("compose.yml", "utf8"));
  assert.ok(services.mock.ports.every((line) => line.startsWith("127.0.0.1:")));
  assert.ok(services.mock.read_only);
  assert.equal(services.tests.network_mode, "service:mock");
});
