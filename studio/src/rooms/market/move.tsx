import { useState } from "preact/hooks";
import { Field } from "../../parts/field.js";
import { control } from "../../server/http.js";
import { network } from "../../server/site.js";
import { act } from "../../toast.js";
import type { Pair } from "./pool.js";

/** A form that immediately moves the price of the pair's base token in this pool. */
export function Move({ pair, moved }: { readonly pair: Pair; readonly moved: () => void }) {
  const [percent, setPercent] = useState("-10");
  const [busy, setBusy] = useState(false);
  const number = Number(percent);
  const valid = percent.trim() !== "" && Number.isFinite(number) && number > -100;
  const move = async () => {
    setBusy(true);
    const fault = {
      kind: "moved-pool",
      pool: pair.view.address,
      percent: number,
      environment: network.value,
    };
    const message = `${pair.base.symbol} is ${Math.abs(number)}% ${number < 0 ? "cheaper" : "more expensive"} here.`;
    if (await act(message, () => control("POST", "/faults", { fault }))) moved();
    setBusy(false);
  };
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void move();
      }}
    >
      <Field label={`Price change of ${pair.base.symbol} in percent`}>
        <input
          inputMode="decimal"
          size={8}
          value={percent}
          aria-invalid={!valid}
          onInput={(event) => setPercent(event.currentTarget.value)}
        />
      </Field>
      <button type="submit" class="primary" disabled={busy || !valid}>
        Move this pool
      </button>
    </form>
  );
}
