import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./blocks.js";

const page = readFileSync(join(ROOT, "docs/guides/architecture.md"), "utf8");
const foldersIn = (path: string) =>
  readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `\`${name}/\``);

test("every file named in the architecture overview exists", () => {
  const paths = [...page.matchAll(/`((?:src|mock-server|scripts|studio)\/[^`\s]*)`/g)].map(
    ([, path]) => path!,
  );
  expect(paths.length).toBeGreaterThan(20);
  expect(
    paths.filter((path) => !existsSync(join(ROOT, path)) && !path.startsWith("mock-server/dist/")),
  ).toEqual([]);
});

test("every folder of both packages is in the architecture overview", () => {
  const rooms = [...foldersIn("src"), ...foldersIn("mock-server/src")].filter(
    (name) => name !== "`contract/`",
  );
  expect(rooms.filter((room) => !page.includes(room))).toEqual([]);
});
