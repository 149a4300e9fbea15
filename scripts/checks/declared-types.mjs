// Checks that the built declarations compile without `skipLibCheck`: in a Node program without DOM types, and in a page
// or a new project without Node types. A global that only some of these have would be an error in the user's build.
// Errors of other packages are ignored.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import process from "node:process";

const FOLDER = "node_modules/.cache/intent-tx/declared-types";
const COMPILER = "node_modules/typescript-native/bin/tsc";
const PROGRAMS = {
  node: { lib: ["ES2022", "ESNext.Disposable"], types: ["node"] },
  page: { lib: ["ES2022", "DOM", "ESNext.Disposable"], types: [] },
};

const files = [".", "mock-server"].flatMap((folder) => {
  const { exports } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  return Object.values(exports).flatMap((target) => {
    const types = target.import?.types ?? target.types;
    return types === undefined ? [] : [resolve(folder, types)];
  });
});

const compilerOptions = {
  target: "ES2022",
  module: "ESNext",
  moduleResolution: "bundler",
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  typeRoots: [resolve("node_modules/@types")],
};
mkdirSync(FOLDER, { recursive: true });
for (const [name, own] of Object.entries(PROGRAMS)) {
  const config = `${FOLDER}/${name}.json`;
  writeFileSync(config, JSON.stringify({ compilerOptions: { ...compilerOptions, ...own }, files }));
  let said = "";
  try {
    execFileSync(process.execPath, [COMPILER, "-p", config], { stdio: ["ignore", "pipe", "inherit"] });
  } catch (error) {
    said = String(error.stdout);
  }
  const ours = said.split("\n").filter((line) => /^(mock-server\/)?dist\/.+ error TS/.test(line));
  if (ours.length > 0) {
    console.error(`The declarations do not compile in a ${name} program:\n${ours.join("\n")}`);
    process.exitCode = 1;
  }
}

// A program without strictNullChecks and with `node10` resolution must resolve every entry and narrow an error's
// details by its `code`.
const entries = ["", "/contract", "/solana", "/react", "/node", "/redis"].map((entry) => `intent-tx${entry}`);
const mock = ["", "/vitest", "/testing", "/nock", "/msw", "/parser", "/explore"].map(
  (entry) => `@intent-tx/mock-server${entry}`,
);
const loose = `
${[...entries, ...mock].map((entry, at) => `import * as entry${at} from "${entry}";`).join("\n")}
export const suggestions = (error: unknown): string[] | undefined =>
  entry0.isApiError(error) && error.code === "parsing_error" ? error.details?.suggestions : undefined;
export const all: object[] = [${[...entries, ...mock].map((_, at) => `entry${at}`).join(", ")}];
`;
writeFileSync(`${FOLDER}/loose.ts`, loose);
const flags =
  "--noEmit --strict false --target es2020 --module commonjs --moduleResolution node10 --skipLibCheck --types node";
try {
  execFileSync(
    process.execPath,
    ["node_modules/typescript/bin/tsc", ...flags.split(" "), `${FOLDER}/loose.ts`],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
} catch (error) {
  console.error(`In a program without strictNullChecks, resolved as by node10:\n${error.stdout}`);
  process.exitCode = 1;
}
