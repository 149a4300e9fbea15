/** A comment that lists the packages bundled in a file. `notices.mjs` reads it to collect their licences. */
export function contents({ moduleIds }) {
  const names = moduleIds.flatMap((id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? []);
  return names.length === 0 ? "" : `// Contains code of: ${[...new Set(names)].sort().join(", ")}`;
}
