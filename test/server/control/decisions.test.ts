import { readFileSync } from "node:fs";
import { DIALECTS, type Dialect, type LimitsOption } from "@intent-tx/mock-server";
import {
  IssuedKeySchema,
  KEY_STATUSES,
  PARSING_REASONS,
  TRANSACTION_STATUSES,
  UNAUTHORIZED_REASONS,
} from "intent-tx/contract";
import { describe, expect, test } from "vitest";
import { Limits } from "../../../mock-server/src/accounts/limits.js";
import { contractInForce, DECISIONS, REASON_MEANINGS } from "../../../mock-server/src/control/decisions.js";
import { Clock } from "../../../mock-server/src/kernel/clock.js";
import { State } from "../../../mock-server/src/state/state.js";
import { settingsOf } from "../../../mock-server/src/world/dialects.js";
import { decisionsPage } from "../../../scripts/docs/decisions.js";

const limits = (option: LimitsOption) =>
  new Limits({ state: new State(), clock: new Clock({ now: 0, running: false }), limits: option });
const names = Object.keys(DIALECTS) as Dialect[];
const readingOf = (contract: ReturnType<typeof contractInForce>, number: number) =>
  contract.decisions.find((decision) => decision.number === number);

describe("the table of decisions", () => {
  test("has every number from 1 to 54 once, in order", () => {
    expect(DECISIONS.map(({ number }) => number)).toEqual(
      Array.from({ length: 54 }, (_, index) => index + 1),
    );
  });

  test("describes an option's default by the text of the rule", () => {
    for (const { number, rule, option } of DECISIONS) {
      if (!option) continue;
      const [byDefault] = Object.values(option.values);
      expect(byDefault, `decision ${number}`).toBe(rule);
      expect(Object.keys(option.values).length, `decision ${number}`).toBeGreaterThan(1);
    }
  });

  test("explains every parsing reason of the contract", () => {
    expect(Object.keys(REASON_MEANINGS).sort()).toEqual([...PARSING_REASONS].sort());
  });

  test.each([
    [11, UNAUTHORIZED_REASONS],
    [18, TRANSACTION_STATUSES],
    [21, KEY_STATUSES],
    [21, Object.keys(IssuedKeySchema.shape)],
  ])("decision %i names each of %j", (number, names) => {
    const rule = DECISIONS[number - 1]?.rule ?? "";
    expect(names.filter((name) => !rule.includes(`\`${name}\``))).toEqual([]);
  });

  test("is what docs/decisions.md shows (npm run docs:generate)", () => {
    expect(readFileSync("docs/decisions.md", "utf8")).toBe(decisionsPage());
  });
});

describe("the contract in force", () => {
  test("names no dialect for mixed options, and lists every option with its value", () => {
    const settings = settingsOf("default", { envelope: true, rateLimitReset: "epoch-ms", intentTtl: "90s" });
    const contract = contractInForce(settings, limits("off"));
    expect(contract.dialect).toBeNull();
    expect(contract.options).toEqual({
      envelope: true,
      pagination: "before",
      rateLimitReset: "epoch-ms",
      idempotency: false,
      intentTtl: "90s",
    });
    expect(contract.limits.enforced).toBe(false);
    expect(readingOf(contract, 1)).toMatchObject({ option: { name: "envelope", value: true } });
    expect(readingOf(contract, 1)?.reading).toContain("`{ data, meta }`");
    expect(readingOf(contract, 4)?.reading).toContain("milliseconds");
    expect(readingOf(contract, 16)?.reading).toContain("this long");
    expect(readingOf(contract, 51)?.reading).toContain("Limits are not enforced");
  });

  test("has options that the server accepts again", () => {
    for (const name of names) {
      const { dialect, options } = contractInForce(settingsOf(name));
      expect(dialect).toBe(name);
      const again = settingsOf(name === "strict-minimal" ? name : "default", {
        ...options,
        intentTtl: options.intentTtl as `${number}m`,
      });
      expect(again).toEqual(settingsOf(name));
    }
  });

  test("describes what strict-minimal omits", () => {
    const minimal = contractInForce(settingsOf("strict-minimal"));
    expect(readingOf(minimal, 9)?.reading).toContain("no `Retry-After`");
    expect(readingOf(contractInForce(settingsOf()), 9)?.reading).not.toContain("strict-minimal");
  });

  test("is plain JSON", () => {
    const contract = contractInForce(settingsOf(), limits({ pro: { requestsPerMinute: 1000 } }));
    expect(JSON.parse(JSON.stringify(contract))).toEqual(contract);
    expect(contract.limits).toEqual({
      enforced: true,
      tiers: {
        free: { requestsPerMinute: 30, transactionsPerDay: 100 },
        pro: { requestsPerMinute: 1000, transactionsPerDay: 1000 },
        enterprise: { requestsPerMinute: 600, transactionsPerDay: -1 },
      },
    });
    expect(readingOf(contract, 51)?.reading).toContain("The given limits apply");
    expect(readingOf(contractInForce(settingsOf()), 51)?.reading).toBe("Limits are enforced.");
  });
});
