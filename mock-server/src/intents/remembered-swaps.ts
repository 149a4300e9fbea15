import type { ParseResult, ParserWorld } from "../parser/command.js";

/** Readings that are kept; then they are forgotten together, so that memory stays bounded. */
const REMEMBERED = 1000;

/**
 * A parser that remembers swaps: what one says depends on its words and the world's tokens alone, and apps send the same
 * one again and again for a fresh quote. Recipients depend on names, wallet and ledger, so nothing with one is kept.
 */
export function rememberedSwaps(
  parse: (command: string, world: ParserWorld) => ParseResult,
): (command: string, world: ParserWorld) => ParseResult {
  const readings = new Map<string, ParseResult>();
  return (command, world) => {
    const known = readings.get(command);
    if (known) return known;
    const result = parse(command, world);
    if (result.ok && result.command.action === "swap") {
      if (readings.size >= REMEMBERED) readings.clear();
      readings.set(command, result);
    }
    return result;
  };
}
