#!/usr/bin/env node
import * as nodeModule from "node:module";

// Node from 22.1 on can keep compiled code between starts. Only files that are loaded after this call profit.
const { enableCompileCache } = nodeModule as { readonly enableCompileCache?: () => unknown };
enableCompileCache?.();

void import("./command-line.js").then(({ runCommandLine }) => runCommandLine(process.argv.slice(2)));
