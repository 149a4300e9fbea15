import type { OperationPayload } from "intent-tx/contract";
import { answeredAgain } from "../kernel/json-object.js";
import { type RoutePayload, toRoute } from "../market/route-payload.js";
import type { Quote } from "../market/routing.js";
import type { IntentRow } from "../state/rows-intents.js";

type RouteRow = NonNullable<IntentRow["route"]>;

/** A quote as it is kept with the intent: what the user was shown. */
export function routeRow(quote: Quote): RouteRow {
  const payload = toRoute(quote);
  return {
    ...payload,
    marketInfos: payload.marketInfos.map((info) => ({ ...info, fee: String(info.fee) })),
  };
}

/** A kept quote as the contract's route. */
export function routePayload(row: RouteRow): RoutePayload {
  const marketInfos = row.marketInfos.map((info) => ({ ...info, fee: BigInt(info.fee) }));
  return answeredAgain({ ...row, marketInfos });
}

/** An intent as the contract writes it (decisions 41 and 42). `routeOf` makes its route of the row's. */
export function intentPayload(
  row: IntentRow,
  routeOf: (row: RouteRow) => RoutePayload,
): OperationPayload<"intents.parse"> {
  const { intentId, action, inputMint, outputMint, amount, recipient, route, confidence } = row;
  const parameters: { inputToken?: string; outputToken?: string; amount?: bigint; recipient?: string } = {};
  if (inputMint !== undefined) parameters.inputToken = inputMint;
  if (outputMint !== undefined) parameters.outputToken = outputMint;
  if (amount !== undefined) parameters.amount = BigInt(amount);
  if (recipient !== undefined) parameters.recipient = recipient;
  const payload = { intentId, action, parameters, ...(route && { route: routeOf(route) }), confidence };
  // Which fields a row has follows its action; its type does not say so.
  return payload as unknown as OperationPayload<"intents.parse">;
}
