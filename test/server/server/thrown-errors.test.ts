import {
  ClosedError,
  ControlConflictError,
  type Duration,
  type FaultRule,
  type FundTokens,
  type IssueKeyRequest,
  NotOnValidatorError,
  OptionError,
  ServiceError,
  type WorldSnapshot,
} from "@intent-tx/mock-server";
import { expect, test } from "vitest";
import { failureOf, lab } from "../lab.js";

const ODD: readonly unknown[] = [
  undefined,
  null,
  "",
  "x",
  -1,
  Number.NaN,
  [],
  {},
  Number.POSITIVE_INFINITY,
  5n,
];

test("odd arguments are refused by an exported error, and change nothing", async () => {
  const server = await lab();
  const before = JSON.stringify(await server.snapshot());
  const wallet = server.wallets.bob.address;
  const calls: ((odd: unknown) => unknown)[] = [
    (odd) => server.fund(odd as string, { SOL: "1" }),
    (odd) => server.fund(wallet, { SOL: odd } as FundTokens),
    (odd) => server.issueKey(odd as IssueKeyRequest),
    (odd) => server.issueKey({ tier: odd } as IssueKeyRequest),
    (odd) => server.faults.add(odd as FaultRule),
    (odd) => server.faults.add({ fault: odd } as FaultRule),
    (odd) => server.restore(odd as WorldSnapshot),
    (odd) => server.closeSession(odd as string),
    (odd) => server.openSession({ name: `../${odd}` }),
    (odd) => server.clock.advance(odd as Duration),
    (odd) => server.clock.set(odd as string),
    (odd) => server.clientOptions(odd === undefined ? "" : (odd as string)),
  ];
  const exported = [ServiceError, ControlConflictError, NotOnValidatorError, OptionError, ClosedError];
  for (const call of calls)
    for (const odd of ODD) {
      const error = await failureOf((async () => call(odd))());
      const told = `${call} of ${String(typeof odd === "object" ? JSON.stringify(odd) : odd)}: ${error}`;
      expect(
        exported.some((one) => error instanceof one),
        told,
      ).toBe(true);
    }
  server.openSession({ name: "one" });
  expect(() => server.openSession({ name: "one" })).toThrow(ControlConflictError);
  expect(JSON.stringify(await server.snapshot())).toBe(before);
});
