import { TIER_LIMITS } from "intent-tx/contract";
import { box, drawing, line, text } from "./canvas.js";

/** Two windows of a free account: one used up, a wait, and the next. */
export function windowsDrawing(): string {
  const limit = TIER_LIMITS.free.requestsPerMinute;
  const [start, minute, top] = [30, 250, 92];
  const at = (seconds: number) => start + (seconds / 60) * minute;
  const bar = (from: number, to: number, look: string) =>
    `<rect x="${at(from)}" y="${top}" width="${at(to) - at(from)}" height="46" class="${look}"/>`;
  const parts = [
    text(30, 34, `A free account: ${limit} requests a UTC minute, all its keys together`, "b t"),
    text(at(0), 80, "12:00:00", "m q"),
    text(at(60), 80, "12:01:00", "m q", "middle"),
    text(at(120), 80, "12:02:00", "m q", "end"),
    bar(0, 45, "mark"),
    bar(45, 60, "bad"),
    bar(60, 120, "card"),
    text(at(22), top + 28, `requests 1 to ${limit}`, "t", "middle"),
    text(at(52.5), top + 28, "429", "b r", "middle"),
    text(at(90), top + 28, `${limit} again`, "t", "middle"),
    line(at(60), 86, at(60), top + 52, true),
    `<path d="M${at(45)} 176v-26" class="line"/><path d="M${at(45) - 5} 152h10l-5 -8z" class="tip"/>`,
    text(at(45) + 10, 172, "Retry-After: 15, so the client waits 15 s", "q s"),
    box(30, 196, 500, 62),
    text(44, 222, "rateLimit: { pace: true }", "m l"),
    text(44, 244, "counts what is left and waits for 12:01:00 before it is refused", "q"),
  ];
  return drawing(276, "A minute's window used up after 45 seconds, and the next one", parts);
}
