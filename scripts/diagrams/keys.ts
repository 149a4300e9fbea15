import { LIMITS } from "intent-tx/contract";
import { box, drawing, line, text } from "./canvas.js";

/** A key, its rotation, the overlap, and its successor. */
export function keysDrawing(): string {
  const hours = LIMITS.rotationOverlapMs / 3_600_000;
  const [made, rotated, over, end] = [96, 268, 420, 544];
  const parts = [
    text(20, 34, "A rotation loses no request: both keys work for a while", "b t"),
    text(rotated, 66, "rotate", "m l", "middle"),
    text(over, 66, `${hours} h later`, "m l", "middle"),
    line(rotated, 74, rotated, 222, true),
    line(over, 74, over, 222, true),
    text(20, 108, "old key", "b t"),
    box(made, 84, rotated - made, 40, "card"),
    text((made + rotated) / 2, 109, "active", "t", "middle"),
    box(rotated, 84, over - rotated, 40, "mark"),
    text((rotated + over) / 2, 109, "rotating, works", "t", "middle"),
    box(over, 84, end - over, 40, "bad"),
    text((over + end) / 2, 109, "401 rotated", "t", "middle"),
    text(20, 168, "new key", "b t"),
    box(rotated, 144, end - rotated, 40, "card"),
    text((rotated + end) / 2, 169, "active", "t", "middle"),
    text(rotated - 8, 169, "made, saved, tried", "q s", "end"),
    text(20, 214, "your app", "b t"),
    text(rotated - 8, 214, "uses the old one", "q s", "end"),
    text(rotated + 8, 214, "uses the new one", "q s"),
  ];
  return drawing(238, "An old key goes on working during the overlap while its successor is used", parts);
}
