import type { OperationName, Operations } from "intent-tx";
import type { OperationInput, OperationOutput, OperationName as TableName } from "intent-tx/contract";
import { expectTypeOf, test } from "vitest";

// The core entry's types are written by hand, to keep zod out of the bundle. This test compares them with the table.

type WithInput = Exclude<OperationName, "analytics.usage">;

test("every operation's types are those of the contract", () => {
  expectTypeOf<OperationName>().toEqualTypeOf<TableName>();
  expectTypeOf<{ [N in WithInput]: Required<Operations[N]["input"]> }>().toEqualTypeOf<{
    [N in WithInput]: OperationInput<N>;
  }>();
  expectTypeOf<{ [N in OperationName]: Operations[N]["output"] }>().toEqualTypeOf<{
    [N in OperationName]: N extends "keys.revoke" ? OperationOutput<N> | undefined : OperationOutput<N>;
  }>();
});
