import { findValidator } from "../../mock-server/src/cli/validator-process.js";

/** The solana-test-validator to test with. Undefined if none is installed: warns that tests of `what` are skipped. */
export function installedValidator(what: string): string | undefined {
  try {
    return findValidator();
  } catch {
    console.warn(
      `skipped: validator: ${what} (set SOLANA_TEST_VALIDATOR, or put solana-test-validator on PATH)`,
    );
    return undefined;
  }
}

/**
 * The validator whose answers are recorded. The gates compare the in-process chain with the records, so a validator is
 * only needed to check the records (`npm run test:validator`) or to write them (`RECORD=1`).
 */
export const recordedValidator = (what: string): string | undefined =>
  process.env["SOAK"] === undefined && process.env["RECORD"] !== "1" ? undefined : installedValidator(what);
