import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createMockServer } from "@intent-tx/mock-server";
import { IntentTx } from "intent-tx";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { readServerFlags, SERVER_FLAGS } from "../../mock-server/src/cli/server-flags.js";
import { FaultRuleSchema } from "../../mock-server/src/faults/fault-rules.js";
import { METHODS } from "../../mock-server/src/rpc/methods/methods.js";
import { SURFNET_METHODS } from "../../mock-server/src/rpc/methods/surfnet.js";
import { SUBSCRIPTION_TOPICS } from "../../mock-server/src/rpc/topics.js";
import { operationPages } from "../../scripts/docs/operations.js";
import { TABLES } from "../../scripts/docs/pages.js";
import { withTables } from "../../scripts/docs/tables.js";
import { filesIn, PAGES, ROOT, sidebarPaths } from "./blocks.js";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

interface ObjectSchema {
  readonly properties?: object;
  readonly anyOf?: readonly [ObjectSchema];
}
interface Content {
  readonly content?: { readonly "application/json"?: { readonly schema: ObjectSchema } };
}
/** A call in the control plane's OpenAPI document. */
interface ControlCall {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

/** A fault's rule as JSON Schema. */
interface RuleSchema {
  readonly properties: {
    readonly fault: {
      readonly oneOf: readonly { readonly properties: { readonly kind: { readonly const: string } } }[];
    };
  };
}

function fieldsOf(content: Content | undefined): string[] {
  const schema = content?.content?.["application/json"]?.schema;
  return Object.keys(schema?.anyOf?.[0].properties ?? schema?.properties ?? {}).sort();
}

/** The fields of the objects in a cell, such as `{ environment, tokens: { SOL: "1.5" } }`, without their values. */
function listedIn(cell: string): string[] {
  const objects = [...cell.matchAll(/`\{(.*?)\}`/g)].map(([, fields = ""]) => fields);
  const names = objects.flatMap((fields) => fields.replace(/: (?:\{[^}]*\}|[^,]*)/g, "").match(/\w+/g) ?? []);
  return names.sort();
}

describe("generated pages match the code; if not, run: npm run docs:generate", () => {
  test("the page of each operation", async () => {
    for (const [path, text] of await operationPages()) expect(read(`docs/${path}`)).toBe(text);
  });

  test.each(Object.entries(TABLES))("the tables of %s", async (path, tables) => {
    expect(read(path)).toBe(withTables(read(path), await tables()));
  });
});

async function controlCalls(): Promise<(readonly [call: string, operation: ControlCall])[]> {
  await using server = await createMockServer();
  const answer = await server.fetch(`${server.controlUrl}/openapi.json`);
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, ControlCall>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [`${method.toUpperCase()} /_mock${path}`, operation] as const,
    ),
  );
}

describe("tables written by hand are complete", () => {
  test("docs/guides/control-plane.md: every call with its fields", async () => {
    const page = read("docs/guides/control-plane.md");
    const rows = [...page.matchAll(/^\| `([A-Z]+ \/_mock\/[^`]+)` \|(.*?)\| (.*) \|$/gm)].map(
      ([, call = "", body = "", response = ""]) => {
        // Other responses are described in words.
        const [listed = ""] = /^(?:201 )?`\{.*?\}`/.exec(response) ?? [];
        return [call, { body: listedIn(body), reply: listedIn(listed) }] as const;
      },
    );
    const isListed = new Map(rows.map(([call, { reply }]) => [call, reply.length > 0]));
    const calls = (await controlCalls()).map(([call, { requestBody, responses }]) => {
      const reply = isListed.get(call) ? fieldsOf(responses["201"] ?? responses["200"]) : [];
      return [call, { body: fieldsOf(requestBody), reply }] as const;
    });
    expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(calls));
  });

  test("docs/guides/control-plane.md: every query parameter", async () => {
    const page = read("docs/guides/control-plane.md");
    const queries = (await controlCalls()).flatMap(([call, { parameters = [] }]) => {
      const names = parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
      return names.length > 0 ? [[call, names.sort()] as const] : [];
    });
    expect(queries.length).toBeGreaterThan(0);
    for (const [call, names] of queries) {
      const [, response = ""] = page.split(`| \`${call}\` | |`);
      const [cell = ""] = response.split("\n");
      expect([...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort(), call).toEqual(names);
    }
  });

  test("docs/guides/chain.md: every JSON-RPC method", () => {
    const page = read("docs/guides/chain.md");
    const [methods = ""] = /\| group \| methods \|[\s\S]*?\n\n/.exec(page) ?? [];
    const [surfpool = ""] = /\| method \| params \|[\s\S]*?\n\n/.exec(page) ?? [];
    const namesIn = (text: string) => [...text.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort();
    const subscriptions = Object.keys(SUBSCRIPTION_TOPICS).map((topic) => `${topic}Subscribe`);
    expect(namesIn(methods)).toEqual([...METHODS.keys(), ...subscriptions].sort());
    const firstCells = surfpool.match(/^\| [^|]+/gm) ?? [];
    expect(namesIn(firstCells.join())).toEqual([...SURFNET_METHODS.keys()].sort());
  });

  test("docs/guides/mock-server-cli.md: exactly the server's flags", () => {
    const rows = [...read("docs/guides/mock-server-cli.md").matchAll(/^\| `--([a-z-]+)/gm)].map(
      ([, name]) => name,
    );
    expect(rows.sort()).toEqual([...SERVER_FLAGS.keys()].sort());
    expect(readServerFlags([]).port).toBe(4010);
  });

  test("docs/guides/mock-server-cli.md: every page that the start page links to", async () => {
    await using server = await createMockServer();
    const root = new URL("/", server.baseUrl);
    const page = await (await server.fetch(root, { headers: { Accept: "text/html" } })).text();
    const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, link = ""]) => link);
    expect(links.length).toBeGreaterThan(3);
    const [, urls = ""] = read("docs/guides/mock-server-cli.md").split("## URLs");
    const listed = [...urls.matchAll(/`(\/[^`…]+)…?`/g)].map(([, path = ""]) => path);
    expect(links.filter((link) => !listed.some((path) => link.startsWith(path)))).toEqual([]);
  });

  test("docs/guides/faults.md: every fault kind with its fields", () => {
    const rule: unknown = z.toJSONSchema(FaultRuleSchema, { io: "input", unrepresentable: "any" });
    const kinds = (rule as RuleSchema).properties.fault.oneOf.map(
      ({ properties: { kind, ...fields } }) => [kind.const, Object.keys(fields).sort()] as const,
    );
    const [table = ""] = /\| kind \|[\s\S]*?\n\n/.exec(read("docs/guides/faults.md")) ?? [];
    const cells = [...table.matchAll(/^\| (`.*?) \|/gm)].map(([, cell = ""]) => cell);
    const rows = cells.flatMap((cell) =>
      [...cell.matchAll(/`([a-z-]+)`(?: \((.*?)\))?/g)].map(([, kind, fields = ""]) => [
        kind,
        (fields.match(/(?<=`)\w+(?=`)/g) ?? []).sort(),
      ]),
    );
    expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(kinds));
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
