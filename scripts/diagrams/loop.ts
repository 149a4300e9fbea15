import { box, down, drawing, text, WIDTH } from "./canvas.js";

/** The line that the demo prints under a label, in its first part: the swap. */
function said(output: string, label: string): string {
  const [, swap = ""] = output.split(/^1\. A swap\n-+\n/m);
  const value = new RegExp(`^  ${label} +(.+)$`, "m").exec(swap)?.[1];
  if (value === undefined) throw new Error(`the demo prints no "${label}"`);
  return value;
}

interface Step {
  readonly who: string;
  readonly title: string;
  readonly shown: string;
  /** Code that leads to the next step. */
  readonly next?: string;
}

/** The way of a swap from sentence to chain, with the figures of the demo's output. */
export function loopDrawing(output: string): string {
  const [pays, out] = [said(output, "pays"), said(output, "for").replace(/ {2}.*/, "")];
  const fee = /fee \d+ lamports/.exec(said(output, "built"))?.[0];
  const steps: Step[] = [
    { who: "user", title: "says it", shown: said(output, "command"), next: "client.intents.parse" },
    {
      who: "service",
      title: "answers what it understood",
      shown: `swap ${pays} for ${out}`,
      next: "client.transactions.build",
    },
    {
      who: "service",
      title: "builds it, unsigned, and simulates it",
      shown: `${said(output, "simulated")}, ${fee}`,
      next: "verifyTransaction",
    },
    {
      who: "your app",
      title: "holds the bytes against the intent",
      shown: said(output, "verified").replace(", and", ","),
      next: "signAndSend",
    },
    { who: "wallet", title: "signs, and only now", shown: `${said(output, "signed, sent").slice(0, 40)}…` },
    { who: "Solana", title: "executes it", shown: said(output, "landed") },
  ];
  const [height, gap] = [58, 34];
  const parts = steps.flatMap(({ who, title, shown, next }, index) => {
    const y = 16 + index * (height + gap);
    const middle = WIDTH / 2;
    const look = who === "your app" || who === "wallet" ? "mark" : "card";
    return [
      box(16, y, WIDTH - 32, height, look),
      text(30, y + 34, who, "b t"),
      text(124, y + 24, title, "t"),
      text(124, y + 44, shown, "m q"),
      ...(index < steps.length - 1 ? [down(middle, y + height + 3, y + height + gap - 3)] : []),
      ...(next ? [text(middle + 14, y + height + 22, next, "m l")] : []),
    ];
  });
  return drawing(
    32 + steps.length * height + (steps.length - 1) * gap,
    "The way of a swap, in six steps",
    parts,
  );
}
