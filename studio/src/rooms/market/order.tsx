import { parseUnits } from "intent-tx";
import { useMemo } from "preact/hooks";
import { Facts } from "../../parts/facts.js";
import { Field } from "../../parts/field.js";
import { humanUnits } from "../../parts/format.js";
import { Plot } from "../../parts/plot.js";
import { useQuery } from "../../server/routes.js";
import type { Pair } from "./pool.js";
import { type PoolOrder, type Quoted, quoted, sidesOf } from "./quote.js";

/** Input amounts of the depth plot, in thousandths of the reserve. */
const STEPS = Array.from({ length: 61 }, (_, index) => BigInt(index * 5));

function Depth({ pair, order }: { readonly pair: Pair; readonly order: PoolOrder }) {
  const [input, output] = sidesOf(pair, order);
  const { x, values } = useMemo(() => {
    const amounts = STEPS.map((step) => (input.reserve * step) / 1_000n);
    return {
      x: amounts.map((amount) => Number(amount) / 10 ** input.decimals),
      values: amounts.map((amount) => {
        const result = quoted(pair, { ...order, side: "exact-in", amount });
        return result.ok ? result.impact : null;
      }),
    };
  }, [pair, order.gives]);
  const compact = new Intl.NumberFormat("en", { notation: "compact" });
  return (
    <div>
      <h3>Price impact by amount</h3>
      <Plot
        x={x}
        height={160}
        formatX={(value) => `${compact.format(value)} ${input.symbol}`}
        summary={`Price impact of selling ${input.symbol} for ${output.symbol}, up to three tenths of the reserve`}
        series={[
          {
            label: "price impact",
            colour: "accent",
            values,
            format: (value) => `${value.toFixed(2)}%`,
            area: true,
          },
        ]}
      />
    </div>
  );
}

function Outcome({
  pair,
  order,
  result,
}: {
  readonly pair: Pair;
  readonly order: PoolOrder;
  readonly result: Quoted;
}) {
  const [input, output] = sidesOf(pair, order);
  if (!result.ok) return <div class="notice warn">The pool rejects this order: {result.refusal}.</div>;
  return (
    <div aria-live="polite">
      <Facts
        of={[
          ["Input", `${humanUnits(result.amountIn, input.decimals)} ${input.symbol}`],
          ["Output", `${humanUnits(result.amountOut, output.decimals)} ${output.symbol}`],
          ["Fee", `${humanUnits(result.fee, input.decimals)} ${input.symbol}`],
          ["Price impact", `${result.impact}% (fee included)`],
        ]}
      />
    </div>
  );
}

function amountOf(text: string, decimals: number): bigint | undefined {
  try {
    return parseUnits(text.trim(), decimals);
  } catch {
    return undefined;
  }
}

/** A form that quotes an order with the swap program's formula, and a plot of the price impact by amount. */
export function OrderForm({ pair }: { readonly pair: Pair }) {
  const { query, set } = useQuery();
  const gives = query["gives"] === "quote" ? "quote" : "base";
  const side = query["side"] === "exact-out" ? "exact-out" : "exact-in";
  const text = query["amount"] ?? "1";
  const [input, output] = sidesOf(pair, { gives });
  const fixed = side === "exact-in" ? input : output;
  const amount = amountOf(text, fixed.decimals);
  const order: PoolOrder = { gives, side, amount: amount ?? 0n };
  return (
    <div class="stack">
      <form class="form" onSubmit={(event) => event.preventDefault()}>
        <Field label="Direction">
          <select value={gives} onChange={(event) => set({ gives: event.currentTarget.value })}>
            <option value="base">
              sell {pair.base.symbol} for {pair.quote.symbol}
            </option>
            <option value="quote">
              sell {pair.quote.symbol} for {pair.base.symbol}
            </option>
          </select>
        </Field>
        <Field label="Fixed amount">
          <select value={side} onChange={(event) => set({ side: event.currentTarget.value })}>
            <option value="exact-in">input</option>
            <option value="exact-out">output</option>
          </select>
        </Field>
        <Field label={`Amount of ${fixed.symbol}`}>
          <input
            inputMode="decimal"
            size={14}
            value={text}
            aria-invalid={amount === undefined}
            onInput={(event) => set({ amount: event.currentTarget.value })}
          />
        </Field>
      </form>
      {amount === undefined ? (
        <div class="notice warn">
          The {fixed.symbol} amount must be a decimal number with at most {fixed.decimals} digits after the
          point.
        </div>
      ) : (
        <Outcome pair={pair} order={order} result={quoted(pair, order)} />
      )}
      <Depth pair={pair} order={order} />
    </div>
  );
}
