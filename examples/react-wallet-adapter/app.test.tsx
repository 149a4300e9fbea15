// @vitest-environment jsdom
import type { MockServer } from "@intent-tx/mock-server";
import { mockWallet } from "@intent-tx/mock-server/testing";
import { test } from "@intent-tx/mock-server/vitest";
import type { Adapter } from "@solana/wallet-adapter-base";
import {
  cleanup,
  configure,
  fireEvent,
  render,
  screen,
  waitFor,
} from "@testing-library/react";
import { MemoryJournal } from "intent-tx/solana";
import { afterEach, expect } from "vitest";
import { App } from "./app.js";

afterEach(cleanup);
// The default, one second, is too short for a busy machine.
configure({ asyncUtilTimeout: 30_000 });

/** Phantom, which adds guards before it signs, with a key from the mock and a user who always approves. */
function phantomOf(server: MockServer, name: string) {
  localStorage.setItem("wallet", JSON.stringify("Mock phantom"));
  const { adapter, requests } = mockWallet(server, name, { like: "phantom" });
  return { adapter: adapter as unknown as Adapter, requests };
}

test("a user connects, approves the worst case, and the wallet signs", async ({
  client,
  server,
}) => {
  const wallet = phantomOf(server, "alice");
  const config = {
    fetch: server.fetch as typeof fetch,
    commitment: "confirmed",
  } as const;
  const journal = new MemoryJournal();
  render(
    <App
      client={client}
      endpoint={server.rpc.live}
      config={config}
      wallets={[wallet.adapter]}
      journal={journal}
      paymentId="order-1"
    />,
  );

  await screen.findByText(/^100 SOL$/);
  fireEvent.click(screen.getByText("Swap 0.5 SOL"));
  await screen.findByText(/^Pay at most 0\.5 SOL, receive at least [\d.]+ USDC\?$/);
  expect(wallet.requests).toHaveLength(0);
  fireEvent.click(screen.getByText("Pay"));
  await waitFor(() => expect(wallet.requests).toHaveLength(1));
  // Under jsdom, web3.js cannot read a landed transaction, so the receipt is late. The balance proves the payment.
  await waitFor(async () => {
    const { solBalance } = await client.portfolio.retrieve(
      server.wallets.alice.address,
    );
    expect(solBalance).toBeLessThan(99_600_000_000n);
  });
  const [request] = wallet.requests;
  expect(request?.signed?.length).toBeGreaterThan(request?.transaction.length ?? 0);
});

test("if the user cancels, the error is shown and the wallet is not asked", async ({
  client,
  server,
}) => {
  const wallet = phantomOf(server, "bob");
  const config = {
    fetch: server.fetch as typeof fetch,
    commitment: "confirmed",
  } as const;
  const journal = new MemoryJournal();
  render(
    <App
      client={client}
      endpoint={server.rpc.live}
      config={config}
      wallets={[wallet.adapter]}
      journal={journal}
      paymentId="order-1"
    />,
  );
  fireEvent.click(await screen.findByText("Swap 0.5 SOL"));
  fireEvent.click(await screen.findByText("Cancel"));
  await waitFor(() =>
    expect(screen.getByRole("status").textContent).toMatch(
      /^approve did not return true/,
    ),
  );
  expect(wallet.requests).toHaveLength(0);
});
