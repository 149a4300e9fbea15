import { useMemo } from "preact/hooks";
import { useRoute } from "preact-iso";
import { Back } from "../../parts/back.js";
import { Empty, Panel, Problem } from "../../parts/panel.js";
import { Table } from "../../parts/table.js";
import { useResource } from "../../server/resource.js";
import { href, network } from "../../server/url.js";
import { loadPools, world } from "../../server/world.js";
import { type Pair, pairOf, priceOf, shownPrice, shownReserve } from "./pool.js";
import { PoolPage } from "./pool-page.js";

const POLL_MS = 3_000;

function Pools({ pairs }: { readonly pairs: readonly Pair[] }) {
  if (pairs.length === 0) return <Empty title={`No pools on ${network.value}.`} />;
  return (
    <Panel label="Pools">
      <Table
        columns={["Pool", "Price", "Base reserve", "Quote reserve", "Fee"]}
        numbers={["Price", "Base reserve", "Quote reserve", "Fee"]}
        rows={pairs.map((pair) => ({
          key: pair.view.address,
          cells: [
            <a href={href(`market/${pair.view.address}`)}>{pair.view.label}</a>,
            `${shownPrice(priceOf(pair))} ${pair.quote.symbol}`,
            shownReserve(pair.base),
            shownReserve(pair.quote),
            `${pair.view.feeBps / 100}%`,
          ],
        }))}
      />
    </Panel>
  );
}

export function Market() {
  const { params } = useRoute();
  const poolName = params["pool"];
  const found = useResource(loadPools, [network.value], POLL_MS);
  const { value, problem, reload } = found;
  // Reuses the same pair objects while the reserves are unchanged, so that pools are not quoted again.
  const version = JSON.stringify(value ?? null);
  const pairs = useMemo(() => value?.map(pairOf), [version, world.value]);
  const pair = pairs?.find(({ view }) => view.address === poolName || view.label === poolName);
  return (
    <>
      <div class="room-head">
        <h1>Market</h1>
        {poolName === undefined ? (
          <p>Pools of the {network.value} network</p>
        ) : (
          <Back to="market">All pools</Back>
        )}
      </div>
      <Problem of={found} />
      {!pairs && !problem && <Empty title="Reading the pools …" />}
      {pairs && poolName === undefined && <Pools pairs={pairs} />}
      {pairs && pair && <PoolPage key={pair.view.address} pair={pair} moved={reload} />}
      {pairs && poolName !== undefined && !pair && (
        <Empty title={`No pool on ${network.value} has this address.`}>
          <a href={href("market")}>See all pools</a>
        </Empty>
      )}
    </>
  );
}
