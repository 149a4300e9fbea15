// The in-process chain. The peer is LiteSVM's own simulation of the same bytes with the same accounts. Each call
// simulates a different swap.
import { inTurn, liteSvm, MANY, readRun, setup } from "../lib/litesvm.mjs";

async function builds() {
  const { server, build } = await setup({ swaps: MANY });
  return { act: build, close: () => server.close() };
}

/** LiteSVM without the server. */
async function alone() {
  const { transactions, simulate } = await liteSvm();
  const next = inTurn(transactions);
  return { act: () => readRun(simulate(next())) };
}

export const rows = [
  {
    name: "build-simulate",
    title: "Build and simulate, in-process API",
    sides: { "intent-tx": builds, litesvm: alone },
    goals: {
      litesvm: {
        atMost: 2.8,
        reason: "a build also checks the request, quotes, compiles and stores the transaction",
      },
    },
  },
];
