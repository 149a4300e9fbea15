import { ServiceError } from "../../kernel/errors.js";
import { loadPackage } from "../../kernel/load-package.js";

export type Native = typeof import("litesvm/dist/internal.js");

export type NativeMachine = InstanceType<Native["LiteSvm"]>;

export type NativeAccount = InstanceType<Native["Account"]>;

export type NativePostAccount = InstanceType<Native["AddressAndAccount"]>;

export type NativeMetadata = InstanceType<Native["TransactionMetadata"]>;

/**
 * Names of the compiled packages. They are loaded directly, because `litesvm` itself has fifty dependencies. One
 * dependency needs a newer Node than this package, so npm would silently skip the whole optional dependency.
 */
export function nativePackages(platform: string, arch: string): string[] {
  const name = `litesvm-${platform}-${arch}`;
  // Package managers that do not detect the C library install both packages; the wrong one fails to load.
  return platform === "linux" ? [`${name}-gnu`, `${name}-musl`] : [name];
}

const isMissing = (cause: unknown) => (cause as { code?: unknown } | null)?.code === "MODULE_NOT_FOUND";

/** @throws ServiceError `service_unavailable` with the remedy if no package for this platform can be loaded */
export function loadNative(load = loadPackage): Native {
  const causes: unknown[] = [];
  for (const name of nativePackages(process.platform, process.arch)) {
    try {
      return load(name) as Native;
    } catch (cause) {
      causes.push(cause);
    }
  }
  // Node's permission model, for example, refuses a package that is installed.
  const broken = causes.filter((cause) => !isMissing(cause)).map(String);
  const problem =
    broken.length > 0
      ? `which cannot be loaded: ${broken.join("; ")}. Fix the cause, or use`
      : "which is not installed. Install it with npm install --include=optional, or use";
  const error = new ServiceError(
    "service_unavailable",
    `The in-process ledger needs litesvm's native package for ${process.platform} ${process.arch}, ${problem} ` +
      "a validator with --rpc-url. Windows is not supported: use WSL or a container.",
    {},
  );
  error.cause = new AggregateError(causes, "none of the native packages could be loaded");
  throw error;
}
