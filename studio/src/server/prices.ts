import type { PriceHistoryView } from "../../../mock-server/src/control/commands/views.js";
import { control } from "./http.js";
import { network } from "./site.js";

/** A token's prices over the last `hours` of server time, in `points` steps. @throws ServerError */
export async function priceHistory(
  token: string,
  { hours, now, points = 97 }: { readonly hours: number; readonly now: number; readonly points?: number },
  signal: AbortSignal,
): Promise<PriceHistoryView> {
  const query = new URLSearchParams({
    environment: network.value,
    points: String(points),
    from: new Date(now - hours * 3_600_000).toISOString(),
    to: new Date(now).toISOString(),
  });
  return control<PriceHistoryView>("GET", `/prices/${token}?${query}`, undefined, signal);
}
