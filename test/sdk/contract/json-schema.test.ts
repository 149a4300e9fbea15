import * as contract from "intent-tx/contract";
import { expect, test } from "vitest";
import * as z from "zod";

const schemas = Object.entries(contract).flatMap(([name, schema]) =>
  name.endsWith("Schema") ? [[name, schema as z.ZodType] as const] : [],
);

test.each(schemas)("z.toJSONSchema accepts %s in both directions", (_, schema) => {
  for (const io of ["input", "output"] as const)
    expect(z.toJSONSchema(schema, { io })).toMatchObject({ $schema: expect.any(String) });
});

test("the JSON schema of a parse request has bounds, units and descriptions", () => {
  const { properties } = z.toJSONSchema(contract.ParseIntentRequestSchema);
  expect(properties).toMatchObject({
    walletAddress: {
      pattern: "^[1-9A-HJ-NP-Za-km-z]{32,44}$",
      description: expect.stringContaining("wallet"),
    },
    command: { minLength: 1, maxLength: 500, description: expect.stringContaining("English") },
    slippage: {
      type: "integer",
      minimum: 1,
      maximum: 1000,
      description: expect.stringContaining("basis points"),
    },
    priorityFee: {
      type: "integer",
      minimum: 0,
      default: 1000,
      description: expect.stringContaining("micro-lamports"),
    },
  });
});

test("in a response's JSON schema, base units are strings of digits, as on the wire", () => {
  expect(z.toJSONSchema(contract.RouteSchema).properties).toMatchObject({
    inAmount: {
      type: "string",
      pattern: "^\\d{1,39}$",
      description: "Base units, as a string of decimal digits.",
    },
  });
});
