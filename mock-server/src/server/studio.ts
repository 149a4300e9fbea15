import { existsSync, promises } from "node:fs";
import { dirname, extname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { HttpReply } from "../http/message.js";

const TYPES: ReadonlyMap<string, string> = new Map([
  [".css", "text/css; charset=utf-8"],
  [".html", "text/html; charset=utf-8"],
  [".js", "text/javascript; charset=utf-8"],
  [".svg", "image/svg+xml"],
]);

/** Nothing but the server's own files runs or is asked, and no page may frame the studio. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const HEADERS = {
  "Content-Security-Policy": POLICY,
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** Where the built page lies: in `dist/studio` of the package, whether this runs from its sources or from its build. */
function studioFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json")) && dirname(folder) !== folder) folder = dirname(folder);
  return join(folder, "dist", "studio");
}

function text(status: number, body: string): HttpReply {
  return { status, headers: { ...HEADERS, "Content-Type": "text/plain; charset=utf-8" }, body };
}

/** A file of the studio, by the path below `/studio`; any path without an ending is the page, which reads it itself. */
export async function studioReply(path: string): Promise<HttpReply> {
  const folder = studioFolder();
  const name = extname(path) === "" ? "index.html" : path.replace(/^\/+/, "");
  const file = join(folder, name);
  const type = TYPES.get(extname(file));
  if (type === undefined || !file.startsWith(folder + sep))
    return text(404, "The studio has no such file.\n");
  try {
    const body = await promises.readFile(file);
    const cache = name.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache";
    return { status: 200, headers: { ...HEADERS, "Content-Type": type, "Cache-Control": cache }, body };
  } catch {
    return name === "index.html"
      ? text(404, "The studio was not built: run `npm run build` in the repository.\n")
      : text(404, "The studio has no such file.\n");
  }
}
