import type { PriceHistoryView } from "../../../../mock-server/src/control/commands/views.js";
import { dollars } from "../../parts/format.js";
import { Plot, PlotLoading } from "../../parts/plot.js";
import { Problem } from "../../parts/problem.js";
import { serverNow } from "../../server/clock.js";
import { control } from "../../server/http.js";
import { useResource } from "../../server/resource.js";
import { useQuery } from "../../server/routes.js";
import { network, prefix } from "../../server/site.js";
import type { Side } from "./pool.js";

const SPANS = [
  ["1h", 1, "Hour"],
  ["24h", 24, "Day"],
  ["7d", 168, "Week"],
] as const;

const HEIGHT = 180;

/** A token's price over server time. */
export function Price({ token, version }: { readonly token: Side; readonly version: string }) {
  const { query, set } = useQuery();
  const [span, hours] = SPANS.find(([name]) => name === query["span"]) ?? SPANS[1];
  const { value, problem, reload } = useResource(
    async (abort) => {
      const now = serverNow.value;
      if (now === undefined) return undefined;
      const query = new URLSearchParams({
        environment: network.value,
        points: "97",
        from: new Date(now - hours * 3_600_000).toISOString(),
        to: new Date(now).toISOString(),
      });
      return control<PriceHistoryView>("GET", `/prices/${token.mint}?${query}`, undefined, abort);
    },
    [token.mint, hours, version, network.value, prefix.value, serverNow.value === undefined],
    10_000,
  );
  return (
    <section class="panel" aria-label="Price">
      <header>
        <h2>Price of {token.symbol}</h2>
        <fieldset class="row end">
          <legend class="visually-hidden">Period</legend>
          {SPANS.map(([name, , title]) => (
            <button key={name} type="button" aria-pressed={span === name} onClick={() => set({ span: name })}>
              {title}
            </button>
          ))}
        </fieldset>
      </header>
      <div class="inner">
        {problem && <Problem problem={problem} retry={reload} />}
        {value ? (
          <Plot
            x={value.data.map(({ at }) => Date.parse(at) / 1_000)}
            height={HEIGHT}
            summary={`Price of ${token.symbol} in US dollars, now ${dollars(value.data.at(-1)?.usd ?? 0)}`}
            series={[
              {
                label: "price",
                colour: "accent",
                values: value.data.map(({ usd }) => usd),
                format: dollars,
              },
            ]}
          />
        ) : (
          <PlotLoading height={HEIGHT} />
        )}
      </div>
    </section>
  );
}
