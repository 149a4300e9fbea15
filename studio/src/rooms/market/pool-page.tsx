import { type Fact, Facts } from "../../parts/facts.js";
import { humanUnits } from "../../parts/format.js";
import { Short } from "../../parts/short.js";
import { href } from "../../server/routes.js";
import { Move } from "./move.js";
import { OrderForm } from "./order.js";
import { type Pair, priceOf, shownPrice } from "./pool.js";
import { Price } from "./price.js";

/** A pool: its reserves, its token's price history, quotes, and a form that moves the price. */
export function PoolPage({ pair, moved }: { readonly pair: Pair; readonly moved: () => void }) {
  const { view, base, quote } = pair;
  return (
    <div class="stack">
      <section class="panel" aria-label="Pool">
        <header>
          <h2>{view.label}</h2>
          <Short text={view.address} what="the address" to={`chain/address/${view.address}`} />
          <strong class="end">
            1 {base.symbol} = {shownPrice(priceOf(pair))} {quote.symbol}
          </strong>
        </header>
        <div class="inner stack">
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
        </div>
      </section>
      <Price token={base} version={`${view.reserveA}-${view.reserveB}`} />
      <section class="panel" aria-label="Order">
        <header>
          <h2>Quote</h2>
        </header>
        <div class="inner">
          <OrderForm pair={pair} />
        </div>
      </section>
    </div>
  );
}
