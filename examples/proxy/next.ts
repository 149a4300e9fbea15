// Next.js: app/api/[...path]/route.ts, with `toService` from the Hono example in a separate file.
import { toService } from "./hono.js";

interface Route {
  readonly params: Promise<{ readonly path: readonly string[] }>;
}

async function handler(request: Request, { params }: Route): Promise<Response> {
  return toService(request, `/${(await params).path.join("/")}`);
}

export { handler as GET, handler as POST };
