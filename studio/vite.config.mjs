import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { contents } from "../scripts/build/contents.mjs";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: at("."),
  base: "/studio/",
  resolve: {
    // The page is built from the sources, as the tests are, so that no other build has to come first.
    alias: [
      { find: /^intent-tx\/contract$/, replacement: at("../src/contract/index.ts") },
      { find: /^intent-tx\/solana$/, replacement: at("../src/solana/index.ts") },
      { find: /^intent-tx$/, replacement: at("../src/index.ts") },
    ],
  },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  define: { __VERSION__: JSON.stringify("studio") },
  build: {
    outDir: at("../mock-server/dist/studio"),
    emptyOutDir: true,
    target: "es2022",
    // The Content-Security-Policy allows no inline data but pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      input: [at("index.html"), at("docs.html")],
      output: { postBanner: contents },
    },
  },
  logLevel: "warn",
});
