// Next.js: app/payments/route.js. Shows the worst case.
import { answer, offer } from "../../payments.mjs";

export async function POST(request) {
  const json = await request.json().catch(() => undefined);
  const { status, body } = await answer(() => offer(json));
  return Response.json(body, { status });
}
