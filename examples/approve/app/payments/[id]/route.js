// Next.js: app/payments/[id]/route.js. Pays what the user accepted.
import { answer, pay } from "../../../payments.mjs";

export async function POST(request, { params }) {
  const { id } = await params;
  const json = await request.json().catch(() => undefined);
  const { status, body } = await answer(() => pay(id, json));
  return Response.json(body, { status });
}
