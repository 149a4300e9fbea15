import type { AccountView, DayView } from "../../../../mock-server/src/control/commands/views.js";
import { dollars } from "../../parts/format.js";
import { Plot, PlotLoading } from "../../parts/plot.js";
import { Problem } from "../../parts/problem.js";
import { serverNow } from "../../server/clock.js";
import { control } from "../../server/http.js";
import { useResource } from "../../server/resource.js";
import { prefix } from "../../server/site.js";

const DAY = 86_400_000;
const HEIGHT = 150;

/** An account's activity per day. It comes from the control plane, whose calls do not count against the limits. */
export function Metrics({ view }: { readonly view: AccountView }) {
  const today = Math.floor((serverNow.value ?? 0) / DAY);
  const found = useResource(
    async (signal) =>
      (
        await control<{ readonly data: readonly DayView[] }>(
          "GET",
          `/accounts/${view.account}/days`,
          undefined,
          signal,
        )
      ).data,
    [view.account, view.usage.requests, view.usage.transactions, today, prefix.value],
  );
  if (found.problem) return <Problem problem={found.problem} retry={found.reload} />;
  if (!found.value) return <PlotLoading height={HEIGHT} />;
  const days = found.value;
  if (days.every(({ swaps, transfers, parseErrors }) => swaps + transfers + parseErrors === 0))
    return <p>No swaps, transfers or rejected sentences in the last {days.length} days.</p>;
  const total = days.reduce((sum, { volumeUsd }) => sum + volumeUsd, 0);
  return (
    <Plot
      x={days.map(({ day }) => Date.parse(day) / 1_000)}
      height={HEIGHT}
      whole
      daily
      summary={`Swaps, transfers and rejected sentences per day, last ${days.length} days; volume ${dollars(total)}`}
      series={[
        { label: "swaps", colour: "accent", values: days.map(({ swaps }) => swaps), format: String },
        {
          label: "transfers",
          colour: "good",
          values: days.map(({ transfers }) => transfers),
          format: String,
        },
        {
          label: "rejected sentences",
          colour: "warn",
          values: days.map(({ parseErrors }) => parseErrors),
          format: String,
        },
      ]}
    />
  );
}
