import { createRequire } from "node:module";
import { resolve } from "node:path";

/**
 * Loads an installed package. A CommonJS bundle or single executable has no `import.meta.url`: there, it loads what the
 * program's own `node_modules` contains.
 */
export function loadPackage(name: string): unknown {
  const file = (import.meta.url as string | undefined) ?? resolve(process.argv[1] ?? process.execPath);
  return createRequire(file)(name);
}
