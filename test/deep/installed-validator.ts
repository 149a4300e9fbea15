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
