import { createRequire } from "node:module";

/**
 * Loads an installed package. A CommonJS bundle has no `import.meta.url`: there, it loads what the program's own
 * `node_modules` contains.
 */
export function loadPackage(name: string): unknown {
  const file = (import.meta.url as string | undefined) ?? process.argv[1] ?? process.execPath;
  return createRequire(file)(name);
}
