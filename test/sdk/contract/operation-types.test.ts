import type { OperationName, Operations } from "intent-tx";
import type { OperationInput, OperationOutput, OperationName as TableName } from "intent-tx/contract";
import { expectTypeOf, test } from "vitest";

// The core entry's types are written by hand, to keep zod out of them; here they are compared with the table.

type Input<N extends OperationName> = Required<Operations[N]["input"]>;

test("every operation's types are those of the contract", () => {
  expectTypeOf<OperationName>().toEqualTypeOf<TableName>();
  expectTypeOf<Input<"intents.parse">>().toEqualTypeOf<OperationInput<"intents.parse">>();
  expectTypeOf<Input<"transactions.build">>().toEqualTypeOf<OperationInput<"transactions.build">>();
  expectTypeOf<Input<"transactions.list">>().toEqualTypeOf<OperationInput<"transactions.list">>();
  expectTypeOf<Input<"portfolio.retrieve">>().toEqualTypeOf<OperationInput<"portfolio.retrieve">>();
  expectTypeOf<Input<"prices.retrieve">>().toEqualTypeOf<OperationInput<"prices.retrieve">>();
  expectTypeOf<Input<"analytics.metrics">>().toEqualTypeOf<OperationInput<"analytics.metrics">>();
  expectTypeOf<Input<"keys.create">>().toEqualTypeOf<OperationInput<"keys.create">>();
  expectTypeOf<Input<"keys.revoke">>().toEqualTypeOf<OperationInput<"keys.revoke">>();
  expectTypeOf<Input<"keys.rotate">>().toEqualTypeOf<OperationInput<"keys.rotate">>();
  expectTypeOf<Operations["intents.parse"]["output"]>().toEqualTypeOf<OperationOutput<"intents.parse">>();
  expectTypeOf<Operations["transactions.build"]["output"]>().toEqualTypeOf<
    OperationOutput<"transactions.build">
  >();
  expectTypeOf<Operations["transactions.list"]["output"]>().toEqualTypeOf<
    OperationOutput<"transactions.list">
  >();
  expectTypeOf<Operations["portfolio.retrieve"]["output"]>().toEqualTypeOf<
    OperationOutput<"portfolio.retrieve">
  >();
  expectTypeOf<Operations["prices.retrieve"]["output"]>().toEqualTypeOf<OperationOutput<"prices.retrieve">>();
  expectTypeOf<Operations["analytics.metrics"]["output"]>().toEqualTypeOf<
    OperationOutput<"analytics.metrics">
  >();
  expectTypeOf<Operations["analytics.usage"]["output"]>().toEqualTypeOf<OperationOutput<"analytics.usage">>();
  expectTypeOf<Operations["keys.create"]["output"]>().toEqualTypeOf<OperationOutput<"keys.create">>();
  expectTypeOf<Operations["keys.revoke"]["output"]>().toEqualTypeOf<
    OperationOutput<"keys.revoke"> | undefined
  >();
  expectTypeOf<Operations["keys.rotate"]["output"]>().toEqualTypeOf<OperationOutput<"keys.rotate">>();
});
