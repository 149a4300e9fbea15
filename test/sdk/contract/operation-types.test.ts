import type { OperationName, Operations } from "intent-tx";
import type { OperationInput, OperationOutput, OperationName as TableName } from "intent-tx/contract";
import { expectTypeOf, test } from "vitest";

// The core entry's types are written by hand, to keep zod out of the bundle. This test compares them with the table.

type WithInput = Exclude<OperationName, "analytics.usage">;
type Fields<T> = { [Part in keyof T]: Exclude<keyof NonNullable<T[Part]>, "cursor"> };

test("every operation's types are those of the contract", () => {
  expectTypeOf<OperationName>().toEqualTypeOf<TableName>();
  // The client has the same fields, but one name for the cursor, and accepts more values: dates and open lists.
  expectTypeOf<{ [N in WithInput]: Fields<Required<Operations[N]["input"]>> }>().toEqualTypeOf<{
    [N in WithInput]: Fields<OperationInput<N>>;
  }>();
  expectTypeOf<{ [N in WithInput]: OperationInput<N> }>().toExtend<{
    [N in WithInput]: Operations[N]["input"];
  }>();
  expectTypeOf<{ [N in OperationName]: Operations[N]["output"] }>().toEqualTypeOf<{
    [N in OperationName]: N extends "keys.revoke" ? OperationOutput<N> | undefined : OperationOutput<N>;
  }>();
});
