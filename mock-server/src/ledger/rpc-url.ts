import { OptionError } from "../kernel/option-error.js";

/**
 * The address of a validator's JSON-RPC.
 *
 * @throws {OptionError} naming `option`, when it is no address of HTTP
 */
export function rpcUrlOf(option: string, url: string): URL {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) {
    throw new OptionError(option, "must be the http(s) address of a validator's JSON-RPC");
  }
  if (parsed.username !== "" || parsed.password !== "") {
    throw new OptionError(option, "must not hold a user name or password");
  }
  return parsed;
}
