import type { Options } from "tsup";

type Plugin = NonNullable<Options["plugins"]>[number];

const BARE_IMPORT = /^import "\.{1,2}\/chunk-\w+\.js";$/gm;

/**
 * Leaves out imports of chunks that name nothing. esbuild writes them to keep an order of side effects. Our modules have none, as
 * `sideEffects` in package.json says, and a bundler that believes it warns of each.
 */
export const noBareImports: Plugin = {
  name: "no-bare-imports",
  renderChunk(code) {
    // The empty line stays, so that the source map fits.
    return { code: code.replace(BARE_IMPORT, "") };
  },
};
