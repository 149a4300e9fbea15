import type {
  ExpectedCall,
  FaultRule,
  IssueKeyRequest,
  MockServerOptions,
  SessionRequest,
  WorldOption,
} from "@intent-tx/mock-server";
import type { Environment } from "intent-tx/contract";
import { expectTypeOf, test } from "vitest";
import type * as z from "zod/mini";
import type { KeyRequestSchema } from "../../../mock-server/src/control/commands/keys.js";
import type { SessionRequestSchema } from "../../../mock-server/src/control/commands/sessions.js";
import type { ExpectedCallsSchema } from "../../../mock-server/src/control/log/expected-calls.js";
import type { FaultRuleSchema } from "../../../mock-server/src/faults/fault-rules.js";
import type { walletParts } from "../../../mock-server/src/fixtures/option-schema.js";
import type { OPTION_SCHEMAS } from "../../../mock-server/src/options.js";

/** A type without `readonly`, recursively: zod adds it only to frozen values. */
type Plain<T> = T extends Date | Uint8Array
  ? T
  : T extends object
    ? { -readonly [K in keyof T]: Plain<T[K]> }
    : T;

test("every option equals its schema", () => {
  type Given = { [N in keyof typeof OPTION_SCHEMAS]?: z.input<(typeof OPTION_SCHEMAS)[N]> };
  expectTypeOf<Plain<Given>>().toEqualTypeOf<Plain<MockServerOptions>>();
  type Parts = z.input<ReturnType<typeof walletParts>>;
  expectTypeOf<Plain<Parts>>().toEqualTypeOf<
    Plain<Pick<NonNullable<WorldOption["wallets"]>[string], "history" | "nfts" | "staked">>
  >();
});

test("every checked method argument equals its schema", () => {
  expectTypeOf<Plain<z.input<typeof ExpectedCallsSchema>>>().toEqualTypeOf<Plain<ExpectedCall[]>>();
  expectTypeOf<Plain<z.input<typeof FaultRuleSchema>>>().toEqualTypeOf<Plain<FaultRule>>();
  expectTypeOf<Plain<z.input<typeof SessionRequestSchema>>>().toEqualTypeOf<Plain<SessionRequest>>();
  expectTypeOf<z.input<typeof KeyRequestSchema>["environment"]>().toEqualTypeOf<Environment>();
  expectTypeOf<Plain<Omit<z.input<typeof KeyRequestSchema>, "environment">>>().toEqualTypeOf<
    Plain<Omit<IssueKeyRequest, "environment">>
  >();
});
