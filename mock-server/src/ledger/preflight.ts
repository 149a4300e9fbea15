import { describeChainError } from "./chain-errors.js";
import { SendError, type Simulated } from "./ledger.js";

/**
 * Refuses a transaction whose simulation failed.
 *
 * @param failed - begins the message
 * @throws {SendError} `preflight`
 */
export function refuseFailed(simulated: Simulated, failed = "Transaction simulation failed"): void {
  if (simulated.err === null) return;
  throw new SendError("preflight", `${failed}: ${describeChainError(simulated.err)}`, simulated);
}
