import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/** The entries of both packages, from their `exports`: name, folder, declarations, and whether they have CommonJS. */
export const ENTRIES = [".", "mock-server"].flatMap((folder) => {
  const { name, exports } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  return Object.entries(exports).flatMap(([path, target]) => {
    const types = target.import?.types ?? target.types;
    const entry = { name: name + path.slice(1), folder, isCommonJs: target.require !== undefined };
    return types === undefined ? [] : [{ ...entry, types: resolve(folder, types) }];
  });
});
