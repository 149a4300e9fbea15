// @vitest-environment jsdom
import { test } from "@intent-tx/mock-server/vitest";
import { BaseSignerWalletAdapter, type WalletName, WalletReadyState } from "@solana/wallet-adapter-base";
import { Keypair, type PublicKey, type Transaction, type VersionedTransaction } from "@solana/web3.js";
import { cleanup, configure, fireEvent, render, screen, waitFor } from "@testing-library/react";
import bs58 from "bs58";
import { MemoryJournal } from "intent-tx/solana";
import { afterEach, expect } from "vitest";
import { App } from "./app.js";

afterEach(cleanup);
// The default, one second, is too short for a busy machine.
configure({ asyncUtilTimeout: 30_000 });

/** A wallet like a browser extension's, with a key from the mock and a user who always approves. */
class TestWallet extends BaseSignerWalletAdapter {
  readonly name = "Test wallet" as WalletName<"Test wallet">;
  readonly url = "https://example.com";
  readonly icon = "data:image/svg+xml;base64,PHN2Zy8+";
  readonly readyState = WalletReadyState.Installed;
  readonly supportedTransactionVersions = new Set(["legacy", 0] as const);
  readonly connecting = false;
  asked = 0;
  #keypair: Keypair;
  #publicKey: PublicKey | null = null;

  constructor(secretKey: string) {
    super();
    this.#keypair = Keypair.fromSecretKey(bs58.decode(secretKey));
  }
  get publicKey() {
    return this.#publicKey;
  }
  async connect() {
    this.#publicKey = this.#keypair.publicKey;
    this.emit("connect", this.#publicKey);
  }
  async disconnect() {
    this.#publicKey = null;
    this.emit("disconnect");
  }
  async signTransaction<T extends Transaction | VersionedTransaction>(transaction: T): Promise<T> {
    this.asked++;
    if ("version" in transaction) transaction.sign([this.#keypair]);
    return transaction;
  }
}

test("a user connects, approves the worst case, and the wallet signs", async ({ client, server }) => {
  localStorage.setItem("wallet", JSON.stringify("Test wallet"));
  const wallet = new TestWallet(server.wallets.alice.secretKey);
  const config = { fetch: server.fetch as typeof fetch, commitment: "confirmed" } as const;
  const journal = new MemoryJournal();
  render(
    <App
      client={client}
      endpoint={server.rpc.live}
      config={config}
      wallets={[wallet]}
      journal={journal}
      paymentId="order-1"
    />,
  );

  await screen.findByText(/^100 SOL$/);
  fireEvent.click(screen.getByText("Swap 0.5 SOL"));
  await screen.findByText(/^Pay at most 0\.5 SOL, receive at least [\d.]+ USDC\?$/);
  expect(wallet.asked).toBe(0);
  fireEvent.click(screen.getByText("Pay"));
  await waitFor(() => expect(wallet.asked).toBe(1));
  // Under jsdom, web3.js cannot read a landed transaction, so the receipt is late. The balance proves the payment.
  await waitFor(async () => {
    const { solBalance } = await client.portfolio.retrieve(server.wallets.alice.address);
    expect(solBalance).toBeLessThan(99_600_000_000n);
  });
});

test("if the user cancels, the error is shown and the wallet is not asked", async ({ client, server }) => {
  localStorage.setItem("wallet", JSON.stringify("Test wallet"));
  const wallet = new TestWallet(server.wallets.bob.secretKey);
  const config = { fetch: server.fetch as typeof fetch, commitment: "confirmed" } as const;
  const journal = new MemoryJournal();
  render(
    <App
      client={client}
      endpoint={server.rpc.live}
      config={config}
      wallets={[wallet]}
      journal={journal}
      paymentId="order-1"
    />,
  );
  fireEvent.click(await screen.findByText("Swap 0.5 SOL"));
  fireEvent.click(await screen.findByText("Cancel"));
  await waitFor(() => expect(screen.getByRole("status").textContent).toMatch(/^approve did not return true/));
  expect(wallet.asked).toBe(0);
});
