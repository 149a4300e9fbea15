// The page that pays: it finds the wallet as the Wallet Standard says, shows the worst case, and waits for the button.
import { createSolanaRpc } from "@solana/kit";
import { formatUnits, IntentTx } from "intent-tx";
import { execute, IndexedDbJournal } from "intent-tx/solana";

const [button, output] = [
  document.querySelector("button"),
  document.querySelector("output"),
];
const say = (text) => {
  output.textContent = text;
};

/** Shows what the order costs at most, and waits until the user clicks. */
async function approve({ effects }) {
  const [{ amount }] = effects.spendAtMost;
  say(`At most ${formatUnits(amount, 9)} SOL`);
  button.disabled = false;
  await new Promise((resolve) =>
    button.addEventListener("click", resolve, { once: true }),
  );
  return true;
}

const found = [];
const api = { register: (...wallets) => found.push(...wallets) };
window.addEventListener("wallet-standard:register-wallet", ({ detail }) =>
  detail(api),
);
window.dispatchEvent(new CustomEvent("wallet-standard:app-ready", { detail: api }));

try {
  const { signature, edits = [] } = await execute({
    client: new IntentTx({ baseUrl: "/v1" }),
    connection: createSolanaRpc(new URL("/rpc/live", window.location.href).href),
    signer: found[0],
    command: "swap 0.5 SOL for USDC",
    approve,
    journal: new IndexedDbJournal(),
    paymentId: "order-1",
  });
  say(`Paid with ${signature}; the wallet added ${edits.length} guards`);
} catch (error) {
  say(error.message);
}
