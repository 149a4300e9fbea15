import { execute } from "intent-tx/solana";

/** Pays every open order of the shop. Call it at the start and from time to time: it never pays an order twice. */
export async function payOrders({
  client,
  connection,
  signer,
  journal,
  orders,
  clock,
}) {
  for (const order of orders.filter(({ paid }) => !paid)) {
    await execute({
      client,
      connection,
      signer,
      command: `send ${order.sol} SOL to ${order.shop}`,
      approve: ({ effects }) => effects.spendAtMost.length === 1,
      journal,
      paymentId: order.id,
      clock,
    });
    order.paid = true;
  }
}
