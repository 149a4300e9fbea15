import { parseUnits } from "intent-tx";
import { useMemo } from "preact/hooks";
import {
  type HopQuote,
  quoteExactIn,
  quoteExactOut,
} from "../../../../mock-server/src/formats/amm/formula.js";
import { priceImpact } from "../../../../mock-server/src/market/routing.js";
import { Facts } from "../../parts/facts.js";
import { Form, SelectField, TextField } from "../../parts/form.js";
import { humanUnits } from "../../parts/format.js";
import { Plot } from "../../parts/plot.js";
import { useQuery } from "../../server/url.js";
import type { Pair, Side } from "./pool.js";

interface PoolOrder {
  /** The input token: the pair's base or quote token. */
  readonly gives: "base" | "quote";
  /** Fixes the input or the output amount. */
  readonly side: "input" | "output";
  /** The fixed amount in base units. */
  readonly amount: bigint;
}

/** The result of an order on the pool, exact to the base unit: the amounts, or a refusal. */
type Quoted =
  /** The impact is in percent and includes the fee, as the service reports it. */
  (HopQuote & { readonly impact: number }) | { readonly ok: false; readonly refusal: string };

/** Input and output of an order. */
function sidesOf({ base, quote }: Pair, { gives }: Pick<PoolOrder, "gives">): readonly [Side, Side] {
  return gives === "base" ? [base, quote] : [quote, base];
}

/** Quotes an order with the swap program's integer arithmetic. */
function quoted(pair: Pair, order: PoolOrder): Quoted {
  const [input, output] = sidesOf(pair, order);
  const pool = { reserveIn: input.reserve, reserveOut: output.reserve, feeBps: pair.view.feeBps };
  try {
    const hop = order.side === "input" ? quoteExactIn(order.amount, pool) : quoteExactOut(order.amount, pool);
    if (!hop.ok) return { ok: false, refusal: hop.refusal.replaceAll("_", " ") };
    return { ...hop, impact: priceImpact(hop.amountIn, hop.amountOut, [pool]) };
  } catch (error) {
    if (error instanceof RangeError) return { ok: false, refusal: error.message };
    throw error;
  }
}

/** Input amounts of the depth plot, in thousandths of the reserve. */
const STEPS = Array.from({ length: 61 }, (_, index) => BigInt(index * 5));

function Depth({ pair, order }: { readonly pair: Pair; readonly order: PoolOrder }) {
  const [input, output] = sidesOf(pair, order);
  const { x, values } = useMemo(() => {
    const amounts = STEPS.map((step) => (input.reserve * step) / 1_000n);
    return {
      x: amounts.map((amount) => Number(amount) / 10 ** input.decimals),
      values: amounts.map((amount) => {
        const result = quoted(pair, { ...order, side: "input", amount });
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

function Outcome(props: { readonly pair: Pair; readonly order: PoolOrder; readonly result: Quoted }) {
  const { pair, order, result } = props;
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
  const side = query["side"] === "output" ? "output" : "input";
  const text = query["amount"] ?? "1";
  const [input, output] = sidesOf(pair, { gives });
  const fixed = side === "input" ? input : output;
  const amount = amountOf(text, fixed.decimals);
  const order: PoolOrder = { gives, side, amount: amount ?? 0n };
  return (
    <div class="stack">
      <Form>
        <SelectField
          label="Direction"
          value={gives}
          set={(chosen) => set({ gives: chosen })}
          choices={[
            ["base", `sell ${pair.base.symbol} for ${pair.quote.symbol}`],
            ["quote", `sell ${pair.quote.symbol} for ${pair.base.symbol}`],
          ]}
        />
        <SelectField
          label="Fixed amount"
          value={side}
          set={(chosen) => set({ side: chosen })}
          choices={["input", "output"]}
        />
        <TextField
          label={`Amount of ${fixed.symbol}`}
          inputMode="decimal"
          size={14}
          value={text}
          aria-invalid={amount === undefined}
          set={(entered) => set({ amount: entered })}
        />
      </Form>
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
