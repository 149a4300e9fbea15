import { expect, test } from "vitest";
import { wireTable } from "../../../scripts/build/wire-table.js";

test("src/wire/table.ts matches the contract's operations", async () => {
  await expect(wireTable()).toMatchFileSnapshot("../../../src/wire/table.ts");
});
