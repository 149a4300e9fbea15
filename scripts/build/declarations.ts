import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const COMPILER = join(ROOT, "node_modules/typescript-native/bin/tsc");

/** Files by the name of their entry. */
type Entries = Readonly<Record<string, string>>;

/**
 * Emits the declarations of a package's sources. Returns a function that maps entries to their declaration files, which
 * tsup joins into one file per entry. TypeScript 7 takes a second; tsup's own compiler, which also checks the types,
 * takes forty. `npm run types` checks them.
 */
export function declarations(packageFolder: string): (entries: Entries) => Record<string, string> {
  const root = join(ROOT, packageFolder);
  const sources = join(root, "src");
  const outDir = join(ROOT, ".cache/declarations");
  const folder = join(outDir, packageFolder, "src");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const config = join(folder, "tsconfig.json");
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(ROOT, "tsconfig.json"),
      include: [sources],
      exclude: [join(sources, "**/*.test.ts")],
      compilerOptions: {
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        noCheck: true,
        // Otherwise the mock server's internal members would add Node's types, and all types that they use, to its
        // declarations.
        stripInternal: packageFolder === "mock-server",
        // The mock server imports a file of the SDK's sources, whose declarations would otherwise be put beside it.
        rootDir: ROOT,
        outDir,
        typeRoots: [join(ROOT, "node_modules/@types")],
        // The repository's config maps the SDK to its sources, but a published package uses its declarations.
        paths: {},
      },
    }),
  );
  execFileSync(process.execPath, [COMPILER, "-p", config], { stdio: "inherit" });
  const emitted = (path: string) =>
    join(folder, relative(sources, join(root, path))).replace(/\.ts$/, ".d.ts");
  return (entries) =>
    Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, emitted(path)]));
}
