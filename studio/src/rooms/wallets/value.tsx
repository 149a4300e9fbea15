import type { Portfolio } from "intent-tx";
import { NATIVE_MINT } from "intent-tx/contract";
import { dollars } from "../../parts/format.js";
import { Problem } from "../../parts/panel.js";
import { Plot, PlotText } from "../../parts/plot.js";
import { control } from "../../server/http.js";
import { useResource } from "../../server/resource.js";
import { network } from "../../server/url.js";
import { holdingsAt, holdingsOverTime } from "./holdings.js";

const POINTS = 97;
const HEIGHT = 170;

async function valueOverTime(portfolio: Portfolio, signal: AbortSignal) {
  const environment = network.value;
  const holdings = await holdingsOverTime(portfolio.walletAddress, signal);
  const held = [
    { mint: NATIVE_MINT, balance: portfolio.solBalance, decimals: 9 },
    ...portfolio.tokens.filter(({ mint }) => mint !== NATIVE_MINT),
  ];
  const now = new Map(held.map(({ mint, balance }) => [mint, balance] as const));
  const decimals = new Map(held.map(({ mint, decimals }) => [mint, decimals] as const));
  const mints = [...new Set([...now.keys(), ...holdings.flatMap(({ amounts }) => [...amounts.keys()])])];
  const histories = await Promise.all(
    mints.map((mint) => {
      const params = { token: mint, environment, points: POINTS };
      return control("GET /prices/{token}", { params, signal }).catch(() => undefined);
    }),
  );
  const moments = histories.find((one) => one !== undefined)?.data.map(({ at }) => Date.parse(at)) ?? [];
  const values = moments.map((at, index) => {
    const amounts = holdingsAt(holdings, now, at);
    return mints.reduce((sum, mint, mintIndex) => {
      const price = histories[mintIndex]?.data[index]?.usd ?? 0;
      // This float is for display only. Payment amounts are never computed with floats.
      return sum + (Number(amounts.get(mint) ?? 0n) / 10 ** (decimals.get(mint) ?? 0)) * price;
    }, 0);
  });
  return { seconds: moments.map((at) => at / 1_000), values };
}

/** The wallet's value over the last day. */
export function Value({ portfolio }: { readonly portfolio: Portfolio | undefined }) {
  const found = useResource(
    async (signal) => portfolio && valueOverTime(portfolio, signal),
    [portfolio?.walletAddress, portfolio?.lastUpdated, network.value],
  );
  if (found.problem) return <Problem of={found} />;
  const { value } = found;
  return (
    <div>
      <h3>Value over the last 24 hours{portfolio && `, now ${dollars(portfolio.totalValue ?? 0)}`}</h3>
      {portfolio && value ? (
        <Plot
          x={value.seconds}
          height={HEIGHT}
          summary={`Value of the wallet over the last 24 hours, now ${dollars(portfolio.totalValue ?? 0)}`}
          series={[{ label: "value", colour: "accent", values: value.values, format: dollars }]}
        />
      ) : (
        <PlotText height={HEIGHT} />
      )}
    </div>
  );
}
