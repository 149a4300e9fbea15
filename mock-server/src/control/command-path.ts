import type { CommandInput, CommandName } from "./commands.js";

/**
 * A command's method, and its path below `/_mock`: `params` fill in the `{name}` parts, and the others are the query.
 */
export function commandPath(
  command: CommandName,
  params: CommandInput["params"] = {},
): { readonly method: string; readonly path: string } {
  const [method = "", route = ""] = command.split(" ");
  const query = new URLSearchParams();
  let path = route;
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined) continue;
    if (path.includes(`{${name}}`)) path = path.replace(`{${name}}`, encodeURIComponent(value));
    else query.append(name, String(value));
  }
  return { method, path: query.size === 0 ? path : `${path}?${query}` };
}
