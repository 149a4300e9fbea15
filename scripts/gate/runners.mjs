// Tests both packages as an app gets them, in small projects: `node scripts/gate/runners.mjs FOLDER [NAME …]`. It packs
// both, installs them into the projects of the folder (test/runners, examples), and runs each project's own `npm test`.
// With --newest, the projects get the versions of the packages' peers that npm installs on this Node.
import { existsSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";
import { chromiumPath, install, LIMIT_MS, run } from "./programs.mjs";

const [projects = "", ...rest] = process.argv.slice(2);
const asked = rest.filter((word) => word !== "--newest");
const newest = rest.includes("--newest");

/** Packs both packages as npm would publish them: each name and its file. */
async function pack(target) {
  const words = ["pack", "--json", "--ignore-scripts", "--pack-destination", target, ".", "./mock-server"];
  const { stdout } = await run("npm", words, { maxBuffer: 64 << 20 });
  // An object by name in newer versions of npm.
  const packed = Object.values(JSON.parse(stdout));
  return packed.map(({ name, filename }) => [name, filename.replace("@", "").replace("/", "-")]);
}

const peersOf = async (folder) =>
  Object.keys(JSON.parse(await readFile(join(folder, "package.json"), "utf8")).peerDependencies);
const peers = [...(await peersOf(".")), ...(await peersOf("mock-server"))];

/** Makes a project depend on the packed packages. */
async function depend(name, root, packed) {
  const folder = join(root, name);
  const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  for (const [own, tarball] of packed)
    for (const kind of ["dependencies", "devDependencies"])
      if (manifest[kind]?.[own]) manifest[kind][own] = `file:../${tarball}`;
  for (const kind of newest ? ["dependencies", "devDependencies"] : [])
    for (const peer of peers) if (manifest[kind]?.[peer]) manifest[kind][peer] = "*";
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
}

/** Flags of test runners whose tests may take only 5 seconds, or 30, which is too short for a busy machine. */
const PATIENCE = {
  vitest: ["--testTimeout=300000", "--hookTimeout=300000"],
  jest: ["--testTimeout=300000"],
  "bun test": ["--timeout=300000"],
  playwright: ["--timeout=300000"],
};

async function patience(folder) {
  const { scripts } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const runner = Object.keys(PATIENCE).find((name) => scripts.test.includes(name));
  return runner === undefined ? [] : ["--", ...PATIENCE[runner]];
}

const binsOf = (root) => [
  join(root, "node_modules/@oven/bun-linux-x64/bin"),
  ...process.env.PATH.split(delimiter),
];

/** Runs a project's tests; returns undefined if they passed, otherwise their output. */
async function failure(name, root) {
  try {
    const cwd = join(root, name);
    await run("npm", ["test", ...(await patience(cwd))], {
      cwd,
      env: {
        ...process.env,
        PATH: binsOf(root).join(delimiter),
        NODE_OPTIONS: "",
        CI: "1",
        CHROMIUM: chromiumPath(),
      },
      timeout: LIMIT_MS,
      maxBuffer: 64 << 20,
    });
    return undefined;
  } catch ({ message, stdout, stderr }) {
    return `${message}\n${stdout}\n${stderr}`;
  }
}

/** True if the programs that a project needs are available. npm cannot install some of them everywhere. */
function isHere(name, root) {
  if (name === "playwright") return chromiumPath() !== undefined;
  if (name !== "bun-test") return true;
  return binsOf(root).some((folder) => existsSync(join(folder, "bun")));
}

const names = (await readdir(projects)).filter(
  (name) => existsSync(join(projects, name, "package.json")) && (asked.length === 0 || asked.includes(name)),
);
const unknown = asked.filter((name) => !names.includes(name));
if (names.length === 0 || unknown.length > 0) {
  console.error(
    `usage: node scripts/gate/runners.mjs FOLDER [NAME …]; ${projects} has no ${unknown.join(", ") || "project"}`,
  );
  process.exit(2);
}
const root = await mkdtemp(join(tmpdir(), "intent-tx-runners-"));
try {
  const packed = await pack(root);
  // The mock server's own dependency on the client is also the packed one.
  const overrides = Object.fromEntries(packed.map(([name, tarball]) => [name, `file:./${tarball}`]));
  const manifest = { name: "runners", private: true, workspaces: names, dependencies: overrides };
  await writeFile(join(root, "package.json"), JSON.stringify(manifest));
  // Copies all projects, because one may import a file of another.
  await cp(projects, root, { recursive: true });
  for (const name of names) await depend(name, root, packed);
  await install(["npm", "install", "--no-audit", "--no-fund", "--prefer-offline", "--ignore-scripts"], root);
  for (const name of names) {
    if (!isHere(name, root)) {
      console.log(`${name}: skipped, its program is not installed`);
      // A skipped project is a failure in CI.
      if (process.env.CI) process.exitCode = 1;
      continue;
    }
    const began = performance.now();
    const problem = await failure(name, root);
    const seconds = Math.round((performance.now() - began) / 1000);
    console.log(problem === undefined ? `${name}: works (${seconds} s)` : `failed: ${name}: ${problem}`);
    if (problem !== undefined) process.exitCode = 1;
  }
} finally {
  await rm(root, { recursive: true, force: true });
}
