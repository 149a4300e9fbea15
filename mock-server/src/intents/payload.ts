import type { OperationPayload } from "intent-tx/contract";
import { type RoutePayload, toRoute } from "../market/route-payload.js";
import type { Quote } from "../market/routing.js";
import type { IntentRow } from "../state/rows-intents.js";

type RouteRow = NonNullable<IntentRow["route"]>;

// A quote holds until a pool changes, and many intents are made of it: they share its row, and the row's payload.
const rows = new WeakMap<Quote, RouteRow>();
const payloads = new WeakMap<RouteRow, RoutePayload>();

/** A quote as it is kept with the intent: what the user was shown. */
export function routeRow(quote: Quote): RouteRow {
  let row = rows.get(quote);
  if (!row) {
    const payload = toRoute(quote);
    row = {
      ...payload,
      marketInfos: payload.marketInfos.map((info) => ({ ...info, fee: String(info.fee) })),
    };
    rows.set(quote, row);
    payloads.set(row, payload);
  }
  return row;
}

function routePayload(row: RouteRow): RoutePayload {
  let payload = payloads.get(row);
  if (!payload) {
    payload = {
      ...row,
      marketInfos: row.marketInfos.map((info) => ({ ...info, fee: BigInt(info.fee) })),
    };
    payloads.set(row, payload);
  }
  return payload;
}

/** An intent as the contract writes it (decisions 41 and 42). */
export function intentPayload(row: IntentRow): OperationPayload<"intents.parse"> {
  const { intentId, action, inputMint, outputMint, amount, recipient, route, confidence } = row;
  const parameters: { inputToken?: string; outputToken?: string; amount?: bigint; recipient?: string } = {};
  if (inputMint !== undefined) parameters.inputToken = inputMint;
  if (outputMint !== undefined) parameters.outputToken = outputMint;
  if (amount !== undefined) parameters.amount = BigInt(amount);
  if (recipient !== undefined) parameters.recipient = recipient;
  const payload = { intentId, action, parameters, ...(route && { route: routePayload(route) }), confidence };
  // Which fields a row has follows its action; its type does not say so.
  return payload as unknown as OperationPayload<"intents.parse">;
}
