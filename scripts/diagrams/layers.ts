import { box, drawing, text } from "./canvas.js";

interface Layer {
  readonly name: string;
  readonly does: string;
  readonly look?: string;
}

const SDK: readonly Layer[] = [
  { name: "intent-tx", does: "client, errors, amounts, rotation" },
  { name: "intent-tx/solana", does: "verify, sign, send, confirm" },
  { name: "/react, /node", does: "query options; a key file" },
];
const MOCK: readonly Layer[] = [
  { name: "testing, command line", does: "vitest, nock, msw; serve, exec" },
  { name: "API, control plane, RPC", does: "routes without rules" },
  { name: "services", does: "intents, transactions, accounts" },
  { name: "parser, market, ledger", does: "text, pools and prices, LiteSVM" },
];

/** The two packages, their layers, and the contract that both derive from. */
export function layersDrawing(): string {
  const stack = (x: number, layers: readonly Layer[]) =>
    layers.flatMap(({ name, does }, index) => {
      const y = 62 + index * 62;
      return [box(x, y, 250, 52), text(x + 12, y + 22, name, "b t"), text(x + 12, y + 41, does, "q s")];
    });
  return drawing(392, "The layers of both packages over the contract", [
    text(20, 34, "intent-tx", "b l"),
    text(20, 52, "in your app", "q s"),
    text(290, 34, "@intent-tx/mock-server", "b l"),
    text(290, 52, "in your tests", "q s"),
    ...stack(20, SDK),
    ...stack(290, MOCK),
    box(20, 318, 520, 54, "mark"),
    text(34, 341, "intent-tx/contract", "b t"),
    text(34, 361, "schemas, limits, error codes, operations: both sides derive from it", "q s"),
  ]);
}
