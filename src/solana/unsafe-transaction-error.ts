import type { TransactionFinding } from "./findings.js";

/** A transaction that should not be signed; `findings` say everything that is wrong with it. */
export class UnsafeTransactionError extends Error {
  override readonly name = "UnsafeTransactionError";
  /** Everything that is wrong, at least one. */
  readonly findings: readonly TransactionFinding[];

  constructor(message: string, findings: readonly TransactionFinding[]) {
    super(message);
    this.findings = findings;
  }
}
