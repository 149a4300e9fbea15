import { type ContractOptions, type Dialect, type Readings, readingsOf } from "../api/readings.js";
import type { SessionRow } from "../state/records.js";

/** The readings of the contract that a session has. What its row holds was checked before it was kept. */
export function readingsOfRow({ dialect, contract }: SessionRow, server: Readings): Readings {
  if (dialect === undefined && contract === undefined) return server;
  return readingsOf(dialect as Dialect | undefined, contract as ContractOptions | undefined);
}
