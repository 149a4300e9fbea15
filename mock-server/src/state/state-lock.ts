import { FileLock } from "./file-lock.js";
import { refused } from "./records.js";
import { systemCode } from "./system-code.js";

/** @throws {OptionError} when another server has it, or its folder cannot be written */
export function lockOfState(path: string): FileLock {
  const beside = `${path}.lock`;
  let lock: FileLock | number;
  try {
    lock = FileLock.take(beside);
  } catch (error) {
    throw refused(path, `cannot be written (${systemCode(error)}); its folder must exist and be writable`);
  }
  if (lock instanceof FileLock) return lock;
  const holder = lock === process.pid ? "another server of this process" : `the process ${lock}`;
  throw refused(
    path,
    `is in use by ${holder} (${beside}); stop it, or name another file: of two servers on one file one would lose what it answered`,
  );
}
