#!/usr/bin/env node
import * as nodeModule from "node:module";
import { useCompiled } from "./compiled.js";

// Node from 22.1 on keeps what it compiled from one start to the next, and an older one finds what the build compiled: a sixth of
// a start. Only files that are loaded after this call profit, so this one has little in it. NODE_DISABLE_COMPILE_CACHE=1 turns it off.
const { enableCompileCache } = nodeModule as { readonly enableCompileCache?: () => unknown };
enableCompileCache?.();
const own = !enableCompileCache && process.env["NODE_DISABLE_COMPILE_CACHE"] !== "1";
const loaded = own ? useCompiled() : () => undefined;

void import("./command-line.js").then(({ runCommandLine }) => {
  loaded();
  return runCommandLine(process.argv.slice(2));
});
