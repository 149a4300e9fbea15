import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { NotFoundError, toReply } from "intent-tx";
import { ENVIRONMENTS, SCOPES } from "intent-tx/contract";
import { describe, expect, test } from "vitest";
import { filesIn, PAGES, ROOT } from "./blocks.js";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
/** A page as one line, so that a sentence is found across line breaks. */
const flat = (path: string) => read(path).replaceAll(/\s+/g, " ");
const guide = (name: string) => flat(`docs/guides/${name}.md`);
test("scopes and prefixes in the pages exist", () => {
  for (const page of PAGES) {
    for (const [, scope = ""] of read(page).matchAll(/`((?:read|write):\w+)`/g))
      expect(SCOPES).toContain(scope);
    for (const [, network = ""] of read(page).matchAll(/`svc_(\w+?)_/g))
      expect(ENVIRONMENTS).toContain(network);
  }
});

test("the guide lists the statuses that toReply forwards", () => {
  const statuses = Array.from({ length: 100 }, (_, index) => 400 + index);
  const forwarded = statuses.filter(
    (status) => toReply(new NotFoundError("m", { status })).status === status,
  );
  const list = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(forwarded.map(String));
  expect(guide("errors-and-retries")).toContain(`| ${list} from the service | the same |`);
});

test("the bundle sizes in the guide are the build's limits", () => {
  const limits = JSON.parse(read(".size-limit.json")) as { name: string; limit: string }[];
  const firsts = JSON.parse(read("scripts/checks/bundles.json")) as Record<string, string>;
  const limitsOf = (part: string) => {
    const { name = "", limit } = limits.find((one) => one.name.includes(part)) ?? {};
    return `${firsts[name] ?? limit} | ${limit}`;
  };
  const page = read("docs/guides/browser.md");
  const rows = {
    "`{ IntentTx }`": "{ IntentTx }",
    "everything in `intent-tx`, including key rotation": "import *",
    "`{ IntentTx }`, `{ execute, IndexedDbJournal }`": "IndexedDbJournal",
    "`{ parseUnits }`": "{ parseUnits }",
    "`{ verifyTransaction }` from `intent-tx/solana`": "{ verifyTransaction }",
    "`{ signAndSend }` from `intent-tx/solana`": "{ signAndSend }",
    "`{ execute }` from `intent-tx/solana`": "{ execute }",
    "`@intent-tx/mock-server/parser`": "/parser",
  };
  for (const [row, name] of Object.entries(rows)) expect(page).toContain(`| ${row} | ${limitsOf(name)} |`);
});

describe("versions in the pages are the packages' versions", () => {
  const root = JSON.parse(read("package.json"));
  const mock = JSON.parse(read("mock-server/package.json"));
  const newest = (range: string) => /\d+(\.\d+)?/.exec(range)?.[0] ?? range;

  test("Node and the optional peers", () => {
    const page = guide("versioning");
    expect(page).toContain(`${newest(root.engines.node)} and newer, tested on`);
    expect(page).toContain(
      `| \`@solana/web3.js\` | ${newest(root.peerDependencies["@solana/web3.js"])} and newer`,
    );
    expect(page).toContain(
      `| \`@tanstack/react-query\` | ${newest(root.peerDependencies["@tanstack/react-query"])} and newer |`,
    );
    expect(page).toContain(`| \`react\` | ${newest(root.peerDependencies.react)} and newer |`);
    for (const name of ["vitest", "nock", "msw"])
      expect(page).toContain(`| \`${name}\` | ${Number.parseInt(newest(mock.peerDependencies[name]), 10)}`);
  });

  test("on Node 20, the nock of this repository's own tests", () => {
    const major = Number.parseInt(newest(root.devDependencies.nock), 10);
    for (const page of ["versioning", "test-runners"])
      expect(guide(page)).toContain(`install \`nock@${major}\``);
  });
});

describe("before the first release, the pages explain what to use instead; a release removes that text", () => {
  const PARTS = /<!-- unpublished -->([\s\S]*?)<!-- \/unpublished -->/g;
  const { version } = JSON.parse(read("package.json"));
  const pages = ["README.md", "mock-server/README.md", "docs/index.md", "docs/guides/getting-started.md"];

  test.each(pages)("%s", (page) => {
    const parts = [...read(page).matchAll(PARTS)].map(([, part = ""]) => part);
    expect(parts.length > 0).toBe(version === "0.0.0");
    expect(read(page).replaceAll(PARTS, "")).not.toMatch(/unpublished|not published/i);
    for (const [, tarball] of parts.join().matchAll(/-(\d+\.\d+\.\d+)\.tgz/g)) expect(tarball).toBe(version);
  });

  test("the release command lists these pages", () => {
    expect(JSON.parse(read("package.json")).scripts["release:version"]).toContain(
      "scripts/build/published.mjs",
    );
    const script = read("scripts/build/published.mjs");
    for (const page of pages) expect(script).toContain(`"${page}"`);
  });
});

test.each(["README.md", "docs/guides/architecture.md"])("no row of a table of %s repeats another", (page) => {
  const tables = read(page).split(/\n(?!\|)/);
  for (const table of tables) {
    const subjects = table.match(/(?<=^\|)[^|]+/gm) ?? [];
    const pages = table.match(/\[[^\]]+\]\([^)]+\)(?= \|$)/gm) ?? [];
    expect(new Set(subjects).size, table).toBe(subjects.length);
    expect(new Set(pages).size, table).toBe(pages.length);
  }
});

test("the README names every entry of both packages", () => {
  const readme = read("README.md");
  const entries = (path: string) =>
    Object.keys(JSON.parse(read(path)).exports)
      .map((entry) => entry.slice(1))
      .filter((entry) => entry !== "/package.json");
  for (const entry of entries("package.json")) expect(readme).toContain(`| \`intent-tx${entry}\` |`);
  for (const entry of entries("mock-server/package.json"))
    expect(readme).toMatch(entry === "" ? /`@intent-tx\/mock-server`/ : new RegExp(`${entry}\``));
});

test("the README links every guide, and both READMEs fit in 900 words", () => {
  const readme = read("README.md");
  const guides = filesIn("docs/guides", ".md");
  expect(guides.filter((path) => !readme.includes(`blob/main/${path})`))).toEqual([]);
  for (const page of ["README.md", "mock-server/README.md"])
    expect(read(page).trim().split(/\s+/).length).toBeLessThanOrEqual(900);
});

test("the release workflow publishes changesets after all checks, by trusted publishing", () => {
  const workflow = read(".github/workflows/release.yml");
  const order = ["npm ci", "npm test", "npm run release:check", "changesets/action"].map((step) =>
    workflow.indexOf(step),
  );
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(order[0]).toBeGreaterThan(0);
  expect(workflow).toContain("id-token: write");
  expect(workflow).not.toMatch(/NPM_TOKEN|NODE_AUTH_TOKEN/);
  // Its other steps are rehearsed, and the registry is npm's default one.
  const steps = [...workflow.matchAll(/^[ -]*(?:run|version|publish): (.+)/gm)].map(([, step]) => step);
  const untested = steps.filter(
    (step) => !/^npm (?:ci|test|run test:deep|run release:check)\b/.test(`${step}`),
  );
  expect(untested).toHaveLength(4);
  for (const step of untested) expect(read("scripts/release/rehearse.mjs")).toContain(`"${step}"`);
  expect(workflow + read(".github/workflows/newest-peers.yml")).not.toContain("registry-url");
});

test("the workflows and CONTRIBUTING name steps of the gates that exist", async () => {
  const { GATES } = (await import(join(ROOT, "scripts/gate/steps.mjs"))) as {
    GATES: Record<"quick" | "deep", { name: string }[]>;
  };
  const workflows = readdirSync(join(ROOT, ".github/workflows"));
  const files = ["CONTRIBUTING.md", ...workflows.map((name) => `.github/workflows/${name}`)];
  const named = files.flatMap((path) => [
    ...read(path).matchAll(/npm (test|run test:deep) --\s((?:[a-z]+ ?)+)/g),
  ]);
  expect(named.length).toBeGreaterThan(5);
  for (const [, gate, names = ""] of named) {
    const steps = GATES[gate === "test" ? "quick" : "deep"].map(({ name }) => name);
    for (const name of names.trim().split(" ")) expect(steps).toContain(name);
  }
});

test("actionlint finds nothing in the workflows", ({ skip }) => {
  try {
    execFileSync("actionlint", { cwd: ROOT });
  } catch (error) {
    if ((error as { code?: string }).code !== "ENOENT") throw error;
    console.warn("skipped: workflows: actionlint (github.com/rhysd/actionlint) is not on the PATH");
    skip();
  }
});

test("workflows and images name their actions and base images by hash", () => {
  const files = [
    ...readdirSync(join(ROOT, ".github/workflows")).map((name) => `.github/workflows/${name}`),
    "examples/github-actions/.github/workflows/test.yml",
    "examples/docker/Dockerfile",
    "examples/fleet/Dockerfile",
  ];
  const named = files.flatMap((path) => [...read(path).matchAll(/^FROM (\S+)|uses: (\S+)/gm)]);
  expect(named.length).toBeGreaterThan(10);
  for (const [, image, action] of named)
    expect(image ?? action).toMatch(image ? /@sha256:[0-9a-f]{64}$/ : /@[0-9a-f]{40}$/);
});

/** Links to repository files, absolute so that they work from npm. */
const OWN =
  /https:\/\/(?:github\.com\/intent-tx\/intent-tx\/(?:blob|tree)\/main|raw\.githubusercontent\.com\/intent-tx\/intent-tx\/main)\/([^)#\s]+)/g;

describe("links in the npm pages work on npm", () => {
  test.each(["README.md", "mock-server/README.md"])("%s has only absolute links and no badges", (page) => {
    const links = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = ""]) => to);
    expect(links.filter((to) => !/^(https:\/\/|#)/.test(to))).toEqual([]);
    expect(read(page)).not.toContain("shields.io");
  });

  test.each(["package.json", "mock-server/package.json"])("%s has the metadata that npm shows", (path) => {
    const { repository, homepage, bugs, keywords, license, description } = JSON.parse(read(path));
    expect(repository.url).toBe("git+https://github.com/intent-tx/intent-tx.git");
    expect(homepage).toMatch(/^https:/);
    expect(bugs).toMatch(/issues$/);
    expect(keywords.length).toBeGreaterThanOrEqual(5);
    expect([license, typeof description]).toEqual(["MIT", "string"]);
  });

  test("links to repository files lead to existing files", () => {
    const pages = [...PAGES, ...filesIn("examples", "README.md"), "CONTRIBUTING.md"];
    const gone = pages.flatMap((page) =>
      [...read(page).matchAll(OWN)].flatMap(([, path = ""]) =>
        existsSync(join(ROOT, path)) ? [] : [`${page}: ${path}`],
      ),
    );
    expect(gone).toEqual([]);
  });
});

/** A heading's anchor, as GitHub and the site generate it. */
const slug = (heading: string) =>
  heading
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");

const anchorsOf = (path: string) => [
  ...[...read(path).matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id),
  ...[
    ...read(path)
      .replaceAll(/^```[\s\S]*?^```$/gm, "")
      .matchAll(/^#+ (.+)$/gm),
  ].map(([, heading = ""]) => slug(heading)),
];

test.each(PAGES)("anchors in links of %s exist", (page) => {
  const own = /\]\((?:https:\/\/github\.com\/intent-tx\/intent-tx\/blob\/main\/)?([^)#\s:]*)#([^)\s]+)\)/g;
  const gone = [...read(page).matchAll(own)].flatMap(([link, to = "", anchor = ""]) => {
    const target = to === "" ? page : link.includes("github.com") ? to : join(dirname(page), to);
    return target.endsWith(".md") && !anchorsOf(target).includes(anchor) ? [link] : [];
  });
  expect(gone).toEqual([]);
});
