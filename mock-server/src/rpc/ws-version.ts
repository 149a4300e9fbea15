import { DependencyError } from "../kernel/errors.js";
import { loadPackage } from "../kernel/load-package.js";

/** First minor version of ws 8 that limits the parts of a message. */
const MINOR = 21;

/**
 * Checks the installed version of ws, because a package manager's override can install another one.
 *
 * @throws {DependencyError} if it lacks the limits that keep a client from filling the memory
 */
export function checkWsVersion(load = loadPackage): void {
  const { version } = load("ws/package.json") as { readonly version: string };
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major === 8 && minor >= MINOR) return;
  throw new DependencyError(
    `ws ${version} is installed, but @intent-tx/mock-server needs ws 8.${MINOR} or a later 8.x; remove the override of ws, or run npm install ws@8`,
  );
}
