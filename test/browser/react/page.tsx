// The test's page: a payment with `usePayment`, under StrictMode, with a Wallet Standard wallet.
import { Connection, Keypair, VersionedTransaction } from "@solana/web3.js";
import { IntentTx } from "intent-tx";
import { type UsePaymentResult, usePayment } from "intent-tx/react";
import { IndexedDbJournal } from "intent-tx/solana";
import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";

declare global {
  interface Window {
    /** The hook's last result. Undefined before the first render. */
    payment: UsePaymentResult | undefined;
    readonly journal: IndexedDbJournal;
    /** Every state that was rendered, without repetitions. */
    states: string[];
    /** How often the wallet was asked to sign. */
    asked: number;
    /** Shows or removes the component. */
    show(isShown: boolean): void;
    /** The wallet's secret key, from the test. */
    secretKey: number[];
  }
}

const keypair = Keypair.fromSecretKey(Uint8Array.from(window.secretKey));
const account = { address: keypair.publicKey.toBase58(), chains: ["solana:mainnet"] };
window.asked = 0;
window.states = [];
const signer = {
  accounts: [account],
  features: {
    "solana:signTransaction": {
      version: "1.0.0",
      supportedTransactionVersions: ["legacy", 0],
      signTransaction: async ({ transaction }: { transaction: Uint8Array }) => {
        window.asked++;
        const signed = VersionedTransaction.deserialize(transaction);
        signed.sign([keypair]);
        return [{ signedTransaction: signed.serialize() }];
      },
    },
  },
};
const client = new IntentTx({ baseUrl: `${location.origin}/api` });
const connection = new Connection(`${location.origin}/rpc`);
const journal = new IndexedDbJournal();
Object.assign(window, { journal });

function Payment() {
  const payment = usePayment({ client, connection, signer, journal });
  window.payment = payment;
  if (window.states.at(-1) !== payment.state) window.states.push(payment.state);
  const { state, effects, receipt, error } = payment;
  return (
    <main>
      <output>{state}</output>
      <p>{effects?.spendAtMost.map(({ amount }) => String(amount)).join()}</p>
      <p>{receipt?.spent?.map(({ amount }) => String(amount)).join()}</p>
      <p role="alert">{error?.message}</p>
    </main>
  );
}

function App() {
  const [isShown, setShown] = useState(true);
  window.show = setShown;
  return isShown ? <Payment /> : <output>gone</output>;
}

const root = document.body.appendChild(document.createElement("div"));
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
