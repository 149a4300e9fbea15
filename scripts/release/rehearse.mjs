// Rehearses a release: `npm run release:rehearse [PLACE …]`. It publishes both packages of the committed tree to a
// registry on loopback, in the way of the release workflow, and then follows the printed commands of the READMEs and
// guides in empty folders: with npm on each Node, pnpm, Yarn and Bun. Each place ends with a payment.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import process from "node:process";
import { install, LIMIT_MS, run } from "../gate/programs.mjs";

const PROGRAMS = resolve(".cache/runtimes");
const program = (path) => join(PROGRAMS, "node_modules", path);
const PAGES = [
  "README.md",
  "mock-server/README.md",
  "docs/guides/getting-started.md",
  "docs/guides/docker-and-ci.md",
  "docs/guides/test-runners.md",
  "docs/guides/migrating.md",
];
/** Parts of a release that run only in the workflow. */
const NOT_REHEARSED =
  "npm ci, npm test and npm run release:check (CI runs them), trusted publishing (OIDC), provenance, the pull request of changesets/action, gh";

/** Node's folder, how the packages are installed there, and how a program of a package is started. */
const npmOn = (node) => ({ node });
const PLACES = {
  "npm on Node 20": npmOn(undefined),
  "npm on Node 22": npmOn("node22"),
  "npm on Node 24": npmOn("node24"),
  "npm on Node 26": npmOn("node26"),
  "pnpm on Node 24": { node: "node24", add: "pnpm add", dev: "pnpm add --save-dev", exec: "pnpm exec" },
  "Yarn on Node 24": { node: "node24", add: "yarn add", dev: "yarn add --dev", exec: "yarn exec" },
  "Bun on Node 24": { node: "node24", add: "bun add", dev: "bun add --dev", exec: "bun x" },
};

const asked = process.argv.slice(2);
const places = Object.keys(PLACES).filter((name) => asked.length === 0 || asked.includes(name));
if (places.length < (asked.length || 1)) {
  console.error(
    `usage: node scripts/release/rehearse.mjs ["PLACE" …]; a PLACE is ${Object.keys(PLACES).join(", ")}`,
  );
  process.exit(2);
}

/** The fenced blocks of a language in a page. */
const blocksOf = (page, language) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}[^\\n]*\\n([\\s\\S]*?)^\`\`\``, "gm"))].map(
    ([, text]) => text,
  );

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

async function until(url, child) {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server of ${url} ended with ${child.exitCode}`);
    const ready = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function end(child) {
  try {
    process.kill(-child.pid, "SIGTERM");
  } catch {
    // It has already ended.
  }
}

/** A registry on loopback: our packages are its own, all others come from npm's registry. */
async function startRegistry(root) {
  const upstream = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).trim();
  const port = await freePort();
  const config = {
    storage: join(root, "storage"),
    uplinks: { upstream: { url: upstream, timeout: "60s", maxage: "60m" } },
    packages: {
      "intent-tx": { access: "$all", publish: "$all" },
      "@intent-tx/*": { access: "$all", publish: "$all" },
      "**": { access: "$all", proxy: "upstream" },
    },
    max_body_size: "100mb",
    log: { type: "stdout", format: "pretty", level: "error" },
  };
  const file = join(root, "verdaccio.yaml");
  // JSON is YAML.
  writeFileSync(file, JSON.stringify(config));
  const words = [program("verdaccio/bin/verdaccio"), "--config", file, "--listen", `127.0.0.1:${port}`];
  const child = spawn(program("node24/bin/node"), words, { detached: true, stdio: "inherit" });
  await until(`http://127.0.0.1:${port}/-/ping`, child);
  return { child, url: `http://127.0.0.1:${port}/` };
}

/** Publishes both packages with the scripts of release.yml; returns the released tree. */
async function publish(root, registry) {
  const tree = join(root, "tree");
  execFileSync("git", ["clone", "--quiet", ".", tree]);
  // The installation of this tree, whose workspaces are relative links.
  execFileSync("cp", ["-a", "node_modules", tree]);
  rmSync(join(tree, "node_modules/.cache"), { recursive: true, force: true });
  const userconfig = join(root, "npmrc");
  writeFileSync(userconfig, `//${new URL(registry).host}/:_authToken=rehearsal\n`);
  const env = { ...process.env, npm_config_registry: registry, npm_config_userconfig: userconfig, CI: "1" };
  // A gh that writes what it is called with.
  const bin = join(root, "gh");
  mkdirSync(bin);
  writeFileSync(join(bin, "gh"), `#!/bin/sh\necho "$@" >> ${root}/uploads\n`, { mode: 0o755 });
  env.PATH = [bin, process.env.PATH].join(delimiter);
  const script = async (command, more = {}) => {
    const options = { cwd: tree, env: { ...env, ...more }, timeout: LIMIT_MS, maxBuffer: 1 << 26 };
    await run("sh", ["-ec", command], options);
    console.log(`${command}: done`);
  };
  for (const command of ["npm run release:version", "npm run build", "npm run release:artifacts"])
    await script(command);
  const hashes = readFileSync(join(tree, ".cache/release/SHA256SUMS"), "utf8");
  for (const folder of ["dist", "mock-server/dist", "node_modules/.cache"])
    rmSync(join(tree, folder), { recursive: true, force: true });
  await script("npm run build");
  await script("npm run release:publish");
  const { version } = JSON.parse(readFileSync(join(tree, "package.json"), "utf8"));
  const published = ["intent-tx", "@intent-tx/mock-server"].map((name) => ({ name, version }));
  await script("npm run release:artifacts", { PACKAGES: JSON.stringify(published) });
  const uploads = readFileSync(join(root, "uploads"), "utf8").trim().split("\n");
  for (const [at, { name }] of published.entries()) {
    assert.match(
      uploads[at],
      new RegExp(`^release upload ${name}@${version} .*SHA256SUMS .*\\.tgz .*\\.tgz .*cdx\\.json$`),
    );
    const file = `${name.split("/").at(-1)}-${version}.tgz`;
    const bytes = Buffer.from(await (await fetch(`${registry}${name}/-/${file}`)).arrayBuffer());
    const hash = createHash("sha256").update(bytes).digest("hex");
    assert.ok(hashes.includes(hash), `${file}, published from a clean build, has another hash`);
  }
  return tree;
}

/** The environment of a user: an own cache, the registry, and the place's programs first on the PATH. */
function environment(root, registry, { node }) {
  const bin = mkdtempSync(join(root, "bin-"));
  if (node !== undefined) symlinkSync(program(`${node}/bin/node`), join(bin, "node"));
  symlinkSync(program("pnpm/bin/pnpm.cjs"), join(bin, "pnpm"));
  symlinkSync(program("@yarnpkg/cli-dist/bin/yarn.js"), join(bin, "yarn"));
  symlinkSync(program("@oven/bun-linux-x64/bin/bun"), join(bin, "bun"));
  const clean = Object.entries(process.env).filter(([name]) => !/^npm_|^INTENT_TX_|^NODE_/i.test(name));
  return {
    ...Object.fromEntries(clean),
    PATH: [bin, process.env.PATH].join(delimiter),
    npm_config_registry: registry,
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_yes: "true",
    YARN_NPM_REGISTRY_SERVER: registry,
    // Yarn refuses versions that were published less than a day ago.
    YARN_NPM_MINIMAL_AGE_GATE: "0",
    YARN_UNSAFE_HTTP_WHITELIST: "127.0.0.1",
    YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
    YARN_GLOBAL_FOLDER: join(root, "yarn"),
    BUN_CONFIG_REGISTRY: registry,
  };
}

/** Follows the pages in an empty folder, and pays. */
async function follow(name, root, registry, tree) {
  const place = PLACES[name];
  const cwd = mkdtempSync(join(root, "app-"));
  const env = environment(root, registry, place);
  const shell = async (command, more = {}) => {
    const { stdout } = await run("sh", ["-ec", command], {
      cwd,
      env: { ...env, ...more },
      timeout: LIMIT_MS,
      maxBuffer: 1 << 26,
    });
    return stdout;
  };
  const inPlace = (line) => {
    if (place.add === undefined) return line;
    return line
      .replace(/^npm install --save-dev/, place.dev)
      .replace(/^npm install/, place.add)
      .replace(/^npx/, place.exec);
  };
  const scripts = { test: `${inPlace("npx")} tsx first-call.mts` };
  writeFileSync(
    join(cwd, "package.json"),
    JSON.stringify({ name: "app", private: true, type: "module", scripts }),
  );
  // A folder of its own for Yarn, also below another project.
  writeFileSync(join(cwd, "yarn.lock"), "");
  const text = Object.fromEntries(PAGES.map((page) => [page, readFileSync(join(tree, page), "utf8")]));
  const samples = blocksOf(text["docs/guides/getting-started.md"], "ts");
  const sample = (word) => samples.find((code) => code.includes(word));
  writeFileSync(join(cwd, "first-call.mts"), sample("prices.retrieve"));
  writeFileSync(join(cwd, "first.mts"), sample("await execute("));
  const commands = PAGES.flatMap((page) => blocksOf(text[page], "sh"))
    .flatMap((block) => block.split("\n"))
    .map((line) => line.replace(/\s+#.*/, "").trim());
  const installs = new Set(commands.filter((line) => /^npm install .*[a-z]/.test(line)));
  assert.ok(installs.size >= 3, `the pages print only ${[...installs].join("; ")}`);
  for (const line of installs) await shell(inPlace(line));
  const execs = new Set(
    commands.filter((line) => /^npx @intent-tx\/mock-server exec -- npm test$/.test(line)),
  );
  assert.equal(execs.size, 1);
  if (place.add === undefined)
    for (const line of execs) assert.match(await shell(line), /^1 SOL costs [\d.]+ USD$/m);
  const output = await shell(inPlace("npx tsx first.mts"));
  assert.match(output, /You pay at most 0\.5 SOL\n/);
  assert.match(output, /You receive at least [\d.]+ USDC\n/);
  if (place.add === undefined) await serve(cwd, env);
  console.log(`${name}: works`);
}

/** `npx @intent-tx/mock-server`, which serves the printed address. */
async function serve(cwd, env) {
  const child = spawn("npx", ["@intent-tx/mock-server"], { cwd, env, detached: true, stdio: "ignore" });
  try {
    await until("http://127.0.0.1:4010/readyz", child);
  } finally {
    end(child);
    await once(child, "exit");
  }
}

try {
  mkdirSync(PROGRAMS, { recursive: true });
  cpSync("test/runtimes/programs/package.json", join(PROGRAMS, "package.json"));
  await install(["npm", "install", "--no-audit", "--no-fund", "--prefer-offline"], PROGRAMS);
} catch (error) {
  console.log(`skipped: release: no package registry: ${error.message}`);
  process.exit(0);
}
const root = mkdtempSync(join(tmpdir(), "intent-tx-release-"));
let registry;
try {
  registry = await startRegistry(root);
  const tree = await publish(root, registry.url);
  for (const name of places) await follow(name, root, registry.url, tree);
  console.log(`not rehearsed: ${NOT_REHEARSED}`);
} finally {
  if (registry !== undefined) end(registry.child);
  rmSync(root, { recursive: true, force: true });
}
