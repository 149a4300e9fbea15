import type { ParseResult, ParserWorld } from "../parser/command.js";
import { rememberedSwaps } from "./remembered-swaps.js";

/** Reads a command; a promise while what reads it is being loaded. */
export type CommandReader = (command: string, world: ParserWorld) => ParseResult | Promise<ParseResult>;

/**
 * The parser, loaded with the first command: its code and its words are a third of what a server is made of, and many
 * tests never send one.
 */
export function lateParser(): CommandReader {
  let loaded: ((command: string, world: ParserWorld) => ParseResult) | undefined;
  const load = async () => {
    const { parse } = await import("../parser/parse.js");
    loaded ??= rememberedSwaps(parse);
    return loaded;
  };
  return (command, world) =>
    loaded === undefined ? load().then((read) => read(command, world)) : loaded(command, world);
}
