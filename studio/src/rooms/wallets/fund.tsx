import { useState } from "preact/hooks";
import { Field } from "../../parts/field.js";
import { control } from "../../server/http.js";
import { network } from "../../server/site.js";
import { world } from "../../server/world.js";
import { act } from "../../toast.js";

/** Adds SOL or tokens to a wallet with a real transaction. */
export function Fund({ address, funded }: { readonly address: string; readonly funded: () => void }) {
  const [symbol, setSymbol] = useState("SOL");
  const [amount, setAmount] = useState("10");
  const [busy, setBusy] = useState(false);
  const fund = async () => {
    setBusy(true);
    const body = { environment: network.value, walletAddress: address, tokens: { [symbol]: amount } };
    if (await act(`Added ${amount} ${symbol}.`, () => control("POST", "/fund", body))) funded();
    setBusy(false);
  };
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void fund();
      }}
    >
      <Field label="Amount">
        <input
          inputMode="decimal"
          size={10}
          value={amount}
          onInput={(event) => setAmount(event.currentTarget.value)}
        />
      </Field>
      <Field label="Token">
        <select value={symbol} onChange={(event) => setSymbol(event.currentTarget.value)}>
          {(world.value?.tokens ?? []).map((token) => (
            <option key={token.mint}>{token.symbol}</option>
          ))}
        </select>
      </Field>
      <button type="submit" class="primary" disabled={busy}>
        Fund
      </button>
    </form>
  );
}
