import { type ContractOptions, type Dialect, type Readings, readingsOf } from "../api/readings.js";
import { OptionError } from "../kernel/option-error.js";
import { invalidField } from "../kernel/service-error.js";
import type { SessionRow } from "../state/records.js";

/** The readings of the contract that a session has. @throws ServiceError 400 naming the field that is wrong */
export function readingsOfRow(
  { dialect, contract }: Pick<SessionRow, "dialect" | "contract">,
  server: Readings,
): Readings {
  if (dialect === undefined && contract === undefined) return server;
  try {
    return readingsOf(dialect as Dialect | undefined, contract as ContractOptions | undefined);
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    throw invalidField(error.option, error.message.slice(error.option.length + 1));
  }
}
