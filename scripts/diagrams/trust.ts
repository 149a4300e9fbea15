import { box, drawing, text } from "./canvas.js";

/** Points of `docs/guides/security-model.md`, short enough to be drawn. */
const CAN = [
  "refuse, or answer late",
  "lie about balances and prices",
  "quote a bad price, openly",
  "see commands and addresses",
  "use up the slippage allowed",
];
const CANNOT = [
  "sign: no key reaches it",
  "change the recipient",
  "take more than you agreed to",
  "add instructions or approvals",
  "raise the fee over your limit",
];

/** Two lists: a malicious service's means, and the rest, which verification refuses. */
export function trustDrawing(): string {
  const list = (x: number, look: string, items: readonly string[]) =>
    items.flatMap((item, index) => [
      `<circle cx="${x}" cy="${96 + index * 34}" r="3" class="${look}"/>`,
      text(x + 12, 100 + index * 34, item, "t s"),
    ]);
  return drawing(300, "What a malicious service can do, and what verification stops", [
    text(20, 34, "A malicious service, with your app verifying before it signs", "b t"),
    box(16, 50, 258, 208, "bad"),
    box(286, 50, 258, 208, "mark"),
    text(30, 74, "can", "b r"),
    text(300, 74, "cannot", "b l"),
    ...list(34, "r", CAN),
    ...list(304, "l", CANNOT),
    text(20, 282, "Your eyes judge the left side: show the intent. The client judges the right side.", "q s"),
  ]);
}
