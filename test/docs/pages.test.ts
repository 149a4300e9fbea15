import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createMockServer } from "@intent-tx/mock-server";
import { IntentTx } from "intent-tx";
import { describe, expect, test } from "vitest";
import { readServerFlags, SERVER_FLAGS } from "../../mock-server/src/cli/server-flags.js";
import { FaultRuleSchema } from "../../mock-server/src/faults/fault-rules.js";
import { operationPages } from "../../scripts/docs/operations.js";
import { TABLES } from "../../scripts/docs/pages.js";
import { withTables } from "../../scripts/docs/tables.js";
import { filesIn, PAGES, ROOT, sidebarPaths } from "./blocks.js";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

describe("generated pages match the code; if not, run: npm run docs:generate", () => {
  test("the page of each operation", async () => {
    for (const [path, text] of await operationPages()) expect(read(`docs/${path}`)).toBe(text);
  });

  test.each(Object.entries(TABLES))("the tables of %s", async (path, tables) => {
    expect(read(path)).toBe(withTables(read(path), await tables()));
  });
});

describe("tables written by hand are complete", () => {
  test("every control plane call", async () => {
    await using server = await createMockServer();
    const answer = await server.fetch(`${server.controlUrl}/openapi.json`);
    const { paths } = (await answer.json()) as { paths: Record<string, Record<string, unknown>> };
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} /_mock${path}`),
    );
    const rows = [...read("docs/guides/control-plane.md").matchAll(/^\| `([A-Z]+ \/_mock\/[^`]+)`/gm)];
    expect(rows.map(([, call]) => call).sort()).toEqual(calls.sort());
  });

  test("exactly the server's flags", () => {
    const rows = [...read("docs/guides/mock-server-cli.md").matchAll(/^\| `--([a-z-]+)/gm)].map(
      ([, name]) => name,
    );
    expect(rows.sort()).toEqual([...SERVER_FLAGS.keys()].sort());
    expect(readServerFlags([]).port).toBe(4010);
  });

  test("every fault kind", () => {
    const { error } = FaultRuleSchema.safeParse({ fault: { kind: "none" } });
    const kinds = /kind: (.*)$/.exec(error?.issues[0]?.message ?? "")?.[1]?.split(", ") ?? [];
    expect(kinds.length).toBeGreaterThan(5);
    const page = read("docs/guides/faults.md");
    const [table = ""] = /\| kind \|[\s\S]*?\n\n/.exec(page) ?? [];
    for (const kind of kinds) expect(table).toContain(`\`${kind}\``);
  });
});

test("every command that the parser guide shows as understood is understood", async () => {
  const [table = ""] = /\| kind \| examples \|[\s\S]*?\n\n/.exec(read("docs/guides/parser.md")) ?? [];
  const commands = [...table.matchAll(/`([^`]+)`/g)].map(([, command]) => command ?? "");
  expect(commands.length).toBeGreaterThan(15);
  await using server = await createMockServer();
  const client = new IntentTx(server.clientOptions());
  const walletAddress = server.wallets.alice.address;
  const refused: unknown[] = [];
  for (const command of commands) {
    await client.intents.parse({ walletAddress, command }).catch((error) => refused.push([command, error]));
  }
  expect(refused).toEqual([]);
});

describe("pages are consistent", () => {
  test("the sidebar lists every page once; add a new page to docs/sidebar.json", () => {
    const pages = PAGES.filter((path) => path.startsWith("docs/") && path !== "docs/index.md");
    expect(sidebarPaths().sort()).toEqual(pages.sort());
  });

  test.each(PAGES)("links of %s lead to existing pages", (page) => {
    // The site's build writes `/api/`, the reference.
    const links = [...read(page).matchAll(/\]\((?!https?:|#|\/api\/)([^)#\s]+)(?:#[^)]*)?\)/g)].map(
      ([, to]) => to ?? "",
    );
    expect(links.filter((to) => !existsSync(join(ROOT, dirname(page), to)))).toEqual([]);
  });

  test.each(PAGES.filter((page) => page.startsWith("docs/guides/")))(
    "%s has a title and a description",
    (page) => {
      expect(read(page)).toMatch(
        /^---\ntitle: .+\n(group: .+\n)?description: (?:(?!: ).)+\n(keywords: .+\n)?---\n/,
      );
    },
  );
});

/** Fences of any language that name their file, such as `file=examples/proxy/hono.ts`. */
const shown = filesIn("docs/guides", ".md").flatMap((page) =>
  [...read(page).matchAll(/^```\w+[^\n]* file=(\S+)\n([\s\S]*?)^```$/gm)].map(
    ([, file = "", text = ""]) => [page, file, text] as const,
  ),
);

test("some pages show whole files", () => expect(shown.length).toBeGreaterThanOrEqual(9));

// Pages must show these files completely and unchanged, because the tests run the files and not the pages.
test.each(shown)("%s shows %s unchanged", (_, file, text) => {
  expect(text.trimEnd()).toBe(read(file).trimEnd());
});

const overview = read("docs/guides/architecture.md");
const foldersIn = (path: string) =>
  readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `\`${name}/\``);

test("every file named in the architecture overview exists", () => {
  const paths = [...overview.matchAll(/`((?:src|mock-server|scripts|studio)\/[^`\s]*)`/g)].map(
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
  expect(rooms.filter((room) => !overview.includes(room))).toEqual([]);
});
