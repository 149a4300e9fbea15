#!/usr/bin/env node
import * as nodeModule from "node:module";

// Node 22.1 and later can cache compiled code between starts, but only for files loaded after this call.
const { enableCompileCache } = nodeModule as { readonly enableCompileCache?: () => unknown };
enableCompileCache?.();

void import("./command-line.js").then(({ runCommandLine }) => runCommandLine(process.argv.slice(2)));
