import type { OperationName, Operations } from "intent-tx";
import type * as contract from "intent-tx/contract";
import { expectTypeOf, test } from "vitest";
import type * as z from "zod/mini";

type Out<S extends z.ZodMiniType> = z.output<S>;
type In<S extends z.ZodMiniType> = z.input<S>;

test("every public type equals its schema", () => {
  expectTypeOf<Out<typeof contract.IntentSchema>>().toEqualTypeOf<contract.Intent>();
  expectTypeOf<Out<typeof contract.RouteSchema>>().toEqualTypeOf<contract.Intent.Route>();
  expectTypeOf<Out<typeof contract.MarketInfoSchema>>().toEqualTypeOf<contract.Intent.MarketInfo>();
  expectTypeOf<In<typeof contract.ParseIntentRequestSchema>>().toEqualTypeOf<contract.ParseIntentRequest>();
  expectTypeOf<Out<typeof contract.BuiltTransactionSchema>>().toEqualTypeOf<contract.BuiltTransaction>();
  expectTypeOf<
    In<typeof contract.BuildTransactionRequestSchema>
  >().toEqualTypeOf<contract.BuildTransactionRequest>();
  expectTypeOf<
    In<typeof contract.ListTransactionsQuerySchema>
  >().toEqualTypeOf<contract.ListTransactionsQuery>();
  expectTypeOf<Out<typeof contract.TransactionRecordSchema>>().toEqualTypeOf<contract.TransactionRecord>();
  expectTypeOf<Out<typeof contract.TransactionListSchema>>().toEqualTypeOf<contract.TransactionList>();
  expectTypeOf<Out<typeof contract.SwapDetailsSchema>>().toEqualTypeOf<contract.SwapRecord.Details>();
  expectTypeOf<Out<typeof contract.TransferDetailsSchema>>().toEqualTypeOf<contract.TransferRecord.Details>();
  expectTypeOf<Out<typeof contract.PortfolioSchema>>().toEqualTypeOf<contract.Portfolio>();
  expectTypeOf<In<typeof contract.PortfolioQuerySchema>>().toEqualTypeOf<contract.PortfolioQuery>();
  expectTypeOf<Out<typeof contract.TokenHoldingSchema>>().toEqualTypeOf<contract.TokenHolding>();
  expectTypeOf<Out<typeof contract.NftEntrySchema>>().toEqualTypeOf<contract.Portfolio.NftEntry>();
  expectTypeOf<Out<typeof contract.StakedEntrySchema>>().toEqualTypeOf<contract.Portfolio.StakedEntry>();
  expectTypeOf<Out<typeof contract.TokenPriceSchema>>().toEqualTypeOf<contract.TokenPrice>();
  expectTypeOf<In<typeof contract.MetricsQuerySchema>>().toEqualTypeOf<contract.MetricsQuery>();
  expectTypeOf<Out<typeof contract.MetricsSchema>>().toEqualTypeOf<contract.Metrics>();
  expectTypeOf<Out<typeof contract.UsageSchema>>().toEqualTypeOf<contract.Usage>();
  expectTypeOf<In<typeof contract.CreateKeyRequestSchema>>().toEqualTypeOf<contract.CreateKeyRequest>();
  expectTypeOf<Out<typeof contract.ApiKeySchema>>().toEqualTypeOf<contract.ApiKey>();
  expectTypeOf<Out<typeof contract.IssuedKeySchema>>().toEqualTypeOf<contract.IssuedKey>();
  expectTypeOf<Out<typeof contract.ErrorBodySchema>>().toEqualTypeOf<contract.ErrorBody>();
  expectTypeOf<Out<typeof contract.MetaSchema>>().toEqualTypeOf<contract.Meta>();
});

// The core entry's types are written by hand, to keep zod out of the bundle. This test compares them with the table.

type WithInput = Exclude<OperationName, "analytics.usage">;
type Fields<T> = { [Part in keyof T]: Exclude<keyof NonNullable<T[Part]>, "cursor"> };

test("every operation's types are those of the contract", () => {
  expectTypeOf<OperationName>().toEqualTypeOf<contract.OperationName>();
  // The client has the same fields, but one name for the cursor, and accepts more values: dates and open lists.
  expectTypeOf<{ [N in WithInput]: Fields<Required<Operations[N]["input"]>> }>().toEqualTypeOf<{
    [N in WithInput]: Fields<contract.OperationInput<N>>;
  }>();
  expectTypeOf<{ [N in WithInput]: contract.OperationInput<N> }>().toExtend<{
    [N in WithInput]: Operations[N]["input"];
  }>();
  expectTypeOf<{ [N in OperationName]: Operations[N]["output"] }>().toEqualTypeOf<{
    [N in OperationName]: N extends "keys.revoke"
      ? contract.OperationOutput<N> | undefined
      : contract.OperationOutput<N>;
  }>();
});
