import type { AccountView } from "@intent-tx/mock-server";
import type { Metrics as MetricsAnswer } from "intent-tx";
import { dollars } from "../../parts/format.js";
import { Plot } from "../../parts/plot.js";
import { Problem } from "../../parts/problem.js";
import { clientOf } from "../../server/client.js";
import { serverNow } from "../../server/clock.js";
import { useResource } from "../../server/resource.js";
import { prefix } from "../../server/site.js";
import { world } from "../../server/world.js";

const DAY = 86_400_000;
const DAYS = 7;

function keyOf(view: AccountView): string | undefined {
  const { keys = {}, keyIds = {} } = world.value ?? {};
  const name = Object.keys(keyIds).find((one) =>
    view.keys.some(
      ({ keyId, status, scopes }) => keyId === keyIds[one] && status === "active" && scopes.includes("admin"),
    ),
  );
  return name === undefined ? undefined : keys[name];
}

/** What an account did on each of the last days, by the service's own metrics. */
export function Metrics({ view }: { readonly view: AccountView }) {
  const apiKey = keyOf(view);
  const today = Math.floor((serverNow.value ?? 0) / DAY) * DAY;
  const found = useResource(
    async (signal) => {
      if (apiKey === undefined || today === 0) return undefined;
      const client = clientOf(apiKey);
      const answers: MetricsAnswer[] = [];
      for (let back = DAYS - 1; back >= 0; back--) {
        const startDate = new Date(today - back * DAY);
        const endDate = new Date(today - (back - 1) * DAY);
        answers.push(await client.analytics.metrics({ startDate, endDate, granularity: "day" }, { signal }));
      }
      return answers;
    },
    [apiKey, today, prefix.value],
  );
  if (apiKey === undefined) return <p>No key of the world reads this account’s metrics.</p>;
  if (found.problem) return <Problem problem={found.problem} retry={found.reload} />;
  if (!found.value) return <p>Reading …</p>;
  const answers = found.value;
  const total = answers.reduce((sum, { volume }) => sum + volume.totalUSD, 0);
  return (
    <Plot
      x={answers.map(({ period }) => Date.parse(period.start) / 1_000)}
      height={150}
      summary={`Swaps, transfers and refused sentences on each of the last ${DAYS} days; volume ${dollars(total)}`}
      series={[
        {
          label: "swaps",
          colour: "accent",
          values: answers.map(({ transactions }) => transactions.swaps),
          format: String,
        },
        {
          label: "transfers",
          colour: "good",
          values: answers.map(({ transactions }) => transactions.transfers),
          format: String,
        },
        {
          label: "refused sentences",
          colour: "warn",
          values: answers.map(({ intents }) => intents.parseErrors),
          format: String,
        },
      ]}
    />
  );
}
