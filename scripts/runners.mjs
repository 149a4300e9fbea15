// The packages under each test runner, as an app gets them: `npm run test:runners [NAME …]`. It packs both, installs them
// into the projects of test/runners, and runs each project's own `npm test`.
import { execFile } from "node:child_process";
import { access, cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import process from "node:process";
import { promisify } from "node:util";

const PROJECTS = "test/runners";
const LIMIT_MS = 300_000;
const run = promisify(execFile);
const npm = (cwd, ...words) => run("npm", words, { cwd, timeout: LIMIT_MS, maxBuffer: 64 << 20 });
const found = (path) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Packs a package as npm would publish it. */
async function pack(folder, target) {
  const { stdout } = await npm(
    folder,
    "pack",
    "--json",
    "--ignore-scripts",
    "--pack-destination",
    resolve(target),
  );
  const packed = JSON.parse(stdout);
  const [{ name, filename }] = Array.isArray(packed) ? packed : Object.values(packed);
  const tarball = `${name.replace("@", "").replace("/", "-")}.tgz`;
  await rename(join(target, filename.replace("@", "").replace("/", "-")), join(target, tarball));
  return [name, `file:../${tarball}`];
}

/** Copies a project; what it depends on of ours is what was packed. */
async function place(name, root, packed) {
  const folder = join(root, name);
  await cp(join(PROJECTS, name), folder, { recursive: true });
  const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  for (const [own, tarball] of packed) if (manifest.dependencies[own]) manifest.dependencies[own] = tarball;
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
}

/** Runs a project's tests: undefined when they passed, or what they printed. */
async function failure(name, root) {
  const bins = [join(root, "node_modules/@oven/bun-linux-x64/bin"), process.env.PATH];
  try {
    await run("npm", ["test"], {
      cwd: join(root, name),
      env: { ...process.env, PATH: bins.join(delimiter), NODE_OPTIONS: "", CI: "1" },
      timeout: LIMIT_MS,
      maxBuffer: 64 << 20,
    });
    return undefined;
  } catch ({ message, stdout, stderr }) {
    return `${message}\n${stdout}\n${stderr}`;
  }
}

/** Whether the binary of a runner that npm cannot install everywhere is here. */
async function isHere(name, root) {
  if (name !== "bun-test") return true;
  const folders = [join(root, "node_modules/@oven/bun-linux-x64/bin"), ...process.env.PATH.split(delimiter)];
  return (await Promise.all(folders.map((folder) => found(join(folder, "bun"))))).includes(true);
}

const asked = process.argv.slice(2);
const all = (await readdir(PROJECTS, { withFileTypes: true })).filter((entry) => entry.isDirectory());
const names = all.map(({ name }) => name).filter((name) => asked.length === 0 || asked.includes(name));
const root = await mkdtemp(join(tmpdir(), "intent-tx-runners-"));
try {
  const packed = [await pack(".", root), await pack("mock-server", root)];
  // The mock server's own dependency on the client is the packed one too.
  const overrides = Object.fromEntries(packed.map(([name, tarball]) => [name, tarball.replace("../", "./")]));
  const manifest = { name: "runners", private: true, workspaces: names, dependencies: overrides };
  await writeFile(join(root, "package.json"), JSON.stringify(manifest));
  for (const name of names) await place(name, root, packed);
  await npm(root, "install", "--no-audit", "--no-fund", "--prefer-offline", "--ignore-scripts");
  for (const name of names) {
    if (!(await isHere(name, root))) {
      console.log(`${name}: skipped, its program is not here`);
      // Where CI runs, everything is to be tried.
      if (process.env.CI) process.exitCode = 1;
      continue;
    }
    const problem = await failure(name, root);
    console.log(problem === undefined ? `${name}: works` : `${name}: FAILED\n${problem}`);
    if (problem !== undefined) process.exitCode = 1;
  }
} finally {
  await rm(root, { recursive: true, force: true });
}
