import { lstatSync, readlinkSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { refused } from "./records.js";

/**
 * The file behind a path. A symlink is followed, so that the file that it names is written and not the link replaced; what is
 * no regular file is refused before anything is done to it.
 *
 * @throws {OptionError}
 */
export function stateFileOf(path: string): string {
  const target = targetOf(path);
  let stats: Stats;
  try {
    stats = statSync(target);
  } catch (error) {
    // The file would take the place of the link.
    if ((error as NodeJS.ErrnoException).code === "ELOOP")
      throw refused(path, "is a symlink that leads back to itself (ELOOP); name a file");
    // It will be made, or the lock beside it says why it cannot be.
    return target;
  }
  if (!stats.isFile()) {
    throw refused(path, `is ${kindOf(stats)}, not a file; name a file, which will be replaced as a whole`);
  }
  return target;
}

function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // A link to a file that does not exist yet.
    try {
      return lstatSync(path).isSymbolicLink() ? resolve(dirname(path), readlinkSync(path)) : path;
    } catch {
      return path;
    }
  }
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return "a directory";
  if (stats.isFIFO()) return "a FIFO";
  if (stats.isSocket()) return "a socket";
  return stats.isCharacterDevice() || stats.isBlockDevice() ? "a device" : "something else";
}
