import type { Environment } from "intent-tx/contract";
import { rpc } from "../../server/rpc.js";
import type { Statuses } from "../chain/wire.js";

export interface Progress {
  readonly signature: string;
  readonly status: "sent" | "processed" | "confirmed" | "finalized" | "failed";
  readonly slot?: number;
  readonly error?: unknown;
}

/** Reports a transaction's status until the transaction is finalized or failed, or the signal aborts. */
export async function follow(
  environment: Environment,
  signature: string,
  report: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const { value } = await rpc<Statuses>(
      environment,
      "getSignatureStatuses",
      [[signature], { searchTransactionHistory: true }],
      signal,
    );
    const [status] = value;
    if (status) {
      const { slot, err, confirmationStatus } = status;
      report(
        err === null
          ? { signature, slot, status: confirmationStatus as Progress["status"] }
          : { signature, slot, status: "failed", error: err },
      );
      if (err !== null || confirmationStatus === "finalized") return;
    }
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
}
