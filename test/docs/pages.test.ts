import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createMockServer } from "@intent-tx/mock-server";
import { IntentTx } from "intent-tx";
import { describe, expect, test } from "vitest";
import { CHAIN_FLAGS } from "../../mock-server/src/cli/chain-flags.js";
import { readServerFlags, SERVER_FLAGS } from "../../mock-server/src/cli/server-flags.js";
import { FaultRuleSchema } from "../../mock-server/src/faults/fault-rules.js";
import { operationPages } from "../../scripts/docs/operations.js";
import { TABLES } from "../../scripts/docs/pages.js";
import { withTables } from "../../scripts/docs/tables.js";
import { PAGES, ROOT, sidebarPaths } from "./blocks.js";

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
    expect(rows.sort()).toEqual(
      [...Object.keys(SERVER_FLAGS), ...Object.keys(CHAIN_FLAGS)].filter((name) => name !== "help").sort(),
    );
    expect(readServerFlags([]).port).toBe(4010);
  });

  test("every fault kind", () => {
    const { error } = FaultRuleSchema.safeParse({ fault: { kind: "none" } });
    const kinds = /kind: (.*)$/.exec(error?.issues[0]?.message ?? "")?.[1]?.split(", ") ?? [];
    expect(kinds.length).toBeGreaterThan(5);
    const page = read("docs/guides/clock-and-faults.md");
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
