// @vitest-environment jsdom
import { test } from "@intent-tx/mock-server/vitest";
import { BaseSignerWalletAdapter, type WalletName, WalletReadyState } from "@solana/wallet-adapter-base";
import { Keypair, type PublicKey, type Transaction, type VersionedTransaction } from "@solana/web3.js";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import bs58 from "bs58";
import { afterEach, expect } from "vitest";
import { App } from "./app.js";

afterEach(cleanup);

/** A wallet as an extension brings it, with a key of the mock and a user who agrees. */
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

test("a user connects, sees the quote, and the wallet signs just that", async ({ client, server }) => {
  localStorage.setItem("wallet", JSON.stringify("Test wallet"));
  const wallet = new TestWallet(server.wallets.alice.secretKey);
  const config = { fetch: server.fetch as typeof fetch, commitment: "confirmed" } as const;
  render(<App client={client} endpoint={server.rpc.live} config={config} wallets={[wallet]} />);

  const before = await screen.findByText(/^100 SOL$/);
  expect(before).toBeTruthy();
  fireEvent.click(screen.getByText("Quote"));
  fireEvent.click(await screen.findByText(/^Pay 0\.5 SOL for [\d.]+ USDC$/));
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("confirmed"));
  expect(wallet.asked).toBe(1);
  await waitFor(() => expect(screen.getByTestId("sol").textContent).toMatch(/^99\.4\d+ SOL$/));
});

test("what the service refuses is told, and the wallet is not asked", async ({ client, server }) => {
  localStorage.setItem("wallet", JSON.stringify("Test wallet"));
  const wallet = new TestWallet(server.wallets.bob.secretKey);
  const config = { fetch: server.fetch as typeof fetch, commitment: "confirmed" } as const;
  server.faults.add({
    match: { path: "/v1/transactions/build" },
    fault: { kind: "moved-pool", percent: -10 },
  });
  render(<App client={client} endpoint={server.rpc.live} config={config} wallets={[wallet]} />);
  fireEvent.click(await screen.findByText("Quote"));
  fireEvent.click(await screen.findByText(/^Pay 0\.5 SOL/));
  await waitFor(() => expect(screen.getByRole("status").textContent).not.toBe(""));
  expect(wallet.asked).toBe(0);
});
