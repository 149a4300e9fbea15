import { useState } from "preact/hooks";
import { Short } from "../../parts/copy.js";
import { type Fact, Facts } from "../../parts/facts.js";
import { Choice, Form, TextField } from "../../parts/form.js";
import { dollars, humanUnits } from "../../parts/format.js";
import { Panel, Problem } from "../../parts/panel.js";
import { Plot, PlotText } from "../../parts/plot.js";
import { serverNow } from "../../server/clock.js";
import { control } from "../../server/http.js";
import { useResource } from "../../server/resource.js";
import { href, network, useQuery } from "../../server/url.js";
import { useAction } from "../../toast.js";
import { OrderForm } from "./order.js";
import { type Pair, priceOf, type Side, shownPrice } from "./pool.js";

/** A form that immediately moves the price of the pair's base token in this pool. */
function Move({ pair, moved }: { readonly pair: Pair; readonly moved: () => void }) {
  const [percent, setPercent] = useState("-10");
  const { busy, run } = useAction();
  const number = Number(percent);
  const valid = percent.trim() !== "" && Number.isFinite(number) && number > -100;
  const move = () => {
    const environment = network.value;
    const pool = pair.view.address;
    const fault = { kind: "moved-pool", pool, percent: number, environment } as const;
    const message = `${pair.base.symbol} is ${Math.abs(number)}% ${number < 0 ? "cheaper" : "more expensive"} here.`;
    return run(message, async () => {
      await control("POST /faults", { body: { fault } });
      moved();
    });
  };
  return (
    <Form submit={move}>
      <TextField
        label={`Price change of ${pair.base.symbol} in percent`}
        inputMode="decimal"
        size={8}
        value={percent}
        aria-invalid={!valid}
        set={setPercent}
      />
      <button type="submit" class="primary" disabled={busy || !valid}>
        Move this pool
      </button>
    </Form>
  );
}

const SPANS = [
  ["1h", "Hour"],
  ["24h", "Day"],
  ["7d", "Week"],
] as const;
const HOURS = { "1h": 1, "24h": 24, "7d": 168 } as const;

const PLOT_HEIGHT = 180;

/** A token's price over server time. */
function Price({ token, version }: { readonly token: Side; readonly version: string }) {
  const { query, set } = useQuery();
  const [span] = SPANS.find(([name]) => name === query["span"]) ?? SPANS[1];
  const found = useResource(
    async (signal) => {
      const now = serverNow.value;
      if (now === undefined) return undefined;
      const params = {
        token: token.mint,
        environment: network.value,
        points: 97,
        from: new Date(now - HOURS[span] * 3_600_000).toISOString(),
        to: new Date(now).toISOString(),
      };
      return control("GET /prices/{token}", { params, signal });
    },
    [token.mint, span, version, network.value, serverNow.value === undefined],
    10_000,
  );
  const data = found.value?.data;
  return (
    <Panel
      label="Price"
      title={`Price of ${token.symbol}`}
      head={
        <Choice
          label="Period"
          class="row end"
          value={span}
          set={(name) => set({ span: name })}
          choices={SPANS}
        />
      }
      body="inner"
    >
      <Problem of={found} />
      {data ? (
        <Plot
          x={data.map(({ at }) => Date.parse(at) / 1_000)}
          height={PLOT_HEIGHT}
          summary={`Price of ${token.symbol} in US dollars, now ${dollars(data.at(-1)?.usd ?? 0)}`}
          series={[{ label: "price", colour: "accent", values: data.map(({ usd }) => usd), format: dollars }]}
        />
      ) : (
        <PlotText height={PLOT_HEIGHT} />
      )}
    </Panel>
  );
}

/** A pool: its reserves, its token's price history, quotes, and a form that moves the price. */
export function PoolPage({ pair, moved }: { readonly pair: Pair; readonly moved: () => void }) {
  const { view, base, quote } = pair;
  return (
    <div class="stack">
      <Panel
        label="Pool"
        title={view.label}
        head={
          <>
            <Short text={view.address} what="the address" to={`chain/address/${view.address}`} />
            <strong class="end">
              1 {base.symbol} = {shownPrice(priceOf(pair))} {quote.symbol}
            </strong>
          </>
        }
        body="inner stack"
      >
        <Facts
          of={[
            ...[base, quote].map((side): Fact => {
              const vault = side.mint === view.mintA ? view.vaultA : view.vaultB;
              return [
                `Reserve of ${side.symbol}`,
                <>
                  {humanUnits(side.reserve, side.decimals)}{" "}
                  <a href={href(`chain/address/${side.mint}`)}>{side.symbol}</a> in{" "}
                  <Short text={vault} what="the vault" to={`chain/address/${vault}`} />
                </>,
              ];
            }),
            ["Fee", `${view.feeBps / 100}% of the input`],
          ]}
        />
        <Move pair={pair} moved={moved} />
      </Panel>
      <Price token={base} version={`${view.reserveA}-${view.reserveB}`} />
      <Panel label="Order" title="Quote" body="inner">
        <OrderForm pair={pair} />
      </Panel>
    </div>
  );
}
