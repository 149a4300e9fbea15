import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/** The entries of both packages, from their `exports`: name, folder and declarations. */
export const ENTRIES = [".", "mock-server"].flatMap((folder) => {
  const { name, exports } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  return Object.entries(exports).flatMap(([path, target]) => {
    const types = target.import?.types ?? target.types;
    return types === undefined ? [] : [{ name: name + path.slice(1), folder, types: resolve(folder, types) }];
  });
});
