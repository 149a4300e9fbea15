import { explore } from "@intent-tx/mock-server/explore";
import { Keypair } from "@solana/web3.js";
import bs58 from "bs58";
import { MemoryJournal } from "intent-tx/solana";
import { test } from "vitest";
import { payOrders } from "./checkout.js";

const shopOf = (number) =>
  Keypair.fromSeed(new Uint8Array(32).fill(number)).publicKey;

test("two orders are paid once, whatever fails and whenever the app crashes", {
  timeout: 600_000,
}, async () => {
  const report = await explore({
    // The database: it outlives a crash.
    setup: () => ({
      journal: new MemoryJournal(),
      orders: [1, 2].map((number) => ({
        id: `order ${number}`,
        shop: shopOf(number).toBase58(),
        sol: 0.5,
      })),
    }),
    run: async ({ client, connection, server, state }) => {
      const signer = Keypair.fromSecretKey(
        bs58.decode(server.wallets.alice.secretKey),
      );
      for (
        let tries = 1;
        tries <= 20 && state.orders.some(({ paid }) => !paid);
        tries++
      )
        await payOrders({
          client,
          connection,
          signer,
          ...state,
          clock: server.clock,
        }).catch(() => server.clock.sleep(10_000));
    },
    check: async ({ connection }) => {
      for (const number of [1, 2]) {
        const lamports = await connection.getBalance(shopOf(number));
        if (lamports !== 500_000_000)
          throw new Error(`order ${number}: the shop got ${lamports} lamports`);
      }
    },
  });
  console.log(String(report));
});
