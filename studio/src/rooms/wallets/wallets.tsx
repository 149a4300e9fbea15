import { isAddress } from "intent-tx/contract";
import { useState } from "preact/hooks";
import { useLocation, useRoute } from "preact-iso";
import { Form } from "../../parts/form.js";
import { Empty } from "../../parts/panel.js";
import { href } from "../../server/url.js";
import { world } from "../../server/world.js";
import { showToast } from "../../toast.js";
import { Wallet } from "./wallet.js";

/** The world's wallets, and any other wallet by its address. */
export function Wallets() {
  const { params } = useRoute();
  const { route } = useLocation();
  const [input, setInput] = useState("");
  const wallets = Object.entries(world.value?.wallets ?? {});
  const address = params["address"] ?? wallets[0]?.[1].address;
  const open = () => {
    const text = input.trim();
    if (isAddress(text)) route(href(`wallets/${text}`));
    else showToast("Not a Solana address. Enter a base58-encoded 32-byte address.", "bad");
  };
  return (
    <>
      <div class="room-head">
        <h1>Wallets</h1>
        <nav class="row" aria-label="Wallets of the world">
          {wallets.map(([name, wallet]) => (
            <a
              key={name}
              class="button"
              href={href(`wallets/${wallet.address}`)}
              aria-current={wallet.address === address ? "page" : undefined}
            >
              {name}
            </a>
          ))}
        </nav>
        <Form class="row" submit={open}>
          <input
            aria-label="Address of another wallet"
            placeholder="Another address"
            value={input}
            onInput={(event) => setInput(event.currentTarget.value)}
          />
          <button type="submit">Open</button>
        </Form>
      </div>
      {address === undefined ? (
        <Empty title="Reading the world …" />
      ) : (
        <Wallet key={address} address={address} />
      )}
    </>
  );
}
