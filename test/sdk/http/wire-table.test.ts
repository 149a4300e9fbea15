import { expect, test } from "vitest";
import { wireTable } from "../../../scripts/wire-table.js";

test("the SDK's table is what the contract's operations say", async () => {
  await expect(wireTable()).toMatchFileSnapshot("../../../src/http/wire.ts");
});
