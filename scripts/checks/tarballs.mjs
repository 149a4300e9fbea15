// Checks the content of both packages as npm would publish them: required files, and files that must be absent.
import { readFileSync } from "node:fs";

// publint checks the files that `exports` names.
const MUST = ["README.md", "LICENSE", "THIRD-PARTY-NOTICES"];
const MUST_NOT = [
  /\.test\.ts$/,
  /(^|\/)test\//,
  /tsconfig/,
  /vitest\.config/,
  /biome/,
  /oxlint/,
  /^\.ci/,
  /\.tsbuildinfo$/,
];
const INSTALL_SCRIPTS = ["preinstall", "install", "postinstall", "prepare", "prepublish"];

const FOLDERS = { "intent-tx": ".", "@intent-tx/mock-server": "mock-server" };

function complaintsOf({ files, name, size }) {
  const paths = files.map(({ path }) => path);
  const { scripts = {} } = JSON.parse(readFileSync(`${FOLDERS[name]}/package.json`, "utf8"));
  console.log(`${name}: ${paths.length} files, ${Math.round(size / 1024)} kB packed`);
  return [
    ...MUST.filter((path) => !paths.includes(path)).map((path) => `${name}: ${path} is missing`),
    ...paths
      .filter((path) => MUST_NOT.some((pattern) => pattern.test(path)))
      .map((path) => `${name}: ${path} must not be published`),
    ...INSTALL_SCRIPTS.filter((script) => scripts[script]).map(
      (script) => `${name}: has the install script ${script}`,
    ),
  ];
}

/** Finds overrides of dependencies that users install: an override applies only in this repository. */
function overrideComplaints() {
  const { overrides } = JSON.parse(readFileSync("package.json", "utf8"));
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  return Object.keys(overrides).flatMap((overridden) => {
    const [, name, version] = /^(@?[^@]+)(?:@(.+))?$/.exec(overridden);
    return Object.entries(packages).flatMap(([path, found]) => {
      const same = path.endsWith(`node_modules/${name}`) && (!version || found.version === version);
      // An optional peer is installed by the app itself, in its own version.
      const own = same && !found.dev && !found.devOptional && !found.peer;
      return own ? [`${path}: needs the override of ${overridden}, which users lack`] : [];
    });
  });
}

/** Complaints about both packages, from the report of `npm pack --json`. */
export const tarballComplaints = (packed) => [...packed.flatMap(complaintsOf), ...overrideComplaints()];
