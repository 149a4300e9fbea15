import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Block, ROOT } from "./blocks.js";

/** Imports and declarations that a short example may rely on. On one line, to preserve line numbers. */
const PRELUDE = [
  'import { IntentTx, KeyRotator, formatUnits, parseUnits, stringifyJson } from "intent-tx";',
  'import { associatedTokenAddress, confirm, decodeTransaction, signAndSend, submit, verifyAndSign, verifyTransaction } from "intent-tx/solana";',
  'import { createMockServer } from "@intent-tx/mock-server";',
  'import { Connection, Keypair } from "@solana/web3.js";',
  'declare const server: import("@intent-tx/mock-server").MockServer;',
  "declare const client: IntentTx;",
  'declare const intent: import("intent-tx").Intent;',
  'declare const built: import("intent-tx").BuiltTransaction;',
  "declare const walletAddress: string; declare const address: string; declare const rpcUrl: string;",
  "declare const keypair: Keypair; declare const wallet: Keypair; declare const connection: Connection; declare const bytes: Uint8Array;",
  "export async function example() {",
].join(" ");

const isModule = (code: string) => /^\s*(import|export)\b/m.test(code);

function moduleText(code: string): string {
  return isModule(code) ? code : `${PRELUDE}\n${code}\n}`;
}

/**
 * One folder per process, so that concurrent runs do not collide. It is inside the repository, so that imports resolve
 * as in tests.
 */
const FOLDER = join(ROOT, `.cache/docs-types-${process.pid}`);

/**
 * The project's compiler options, except that examples may show a value without using it and read `process.env` freely.
 */
const CONFIG = {
  extends: "../../tsconfig.json",
  compilerOptions: {
    noUnusedLocals: false,
    noUnusedParameters: false,
    noPropertyAccessFromIndexSignature: false,
  },
  include: ["*.ts", "*.tsx"],
};

/** Matches a compiler error, such as `0.ts(3,8): error TS2345: Argument …`, and its indented continuation lines. */
const MISTAKE = /^(?:\S*\/)?(\d+)\.tsx?\((\d+),\d+\): error TS\d+: (.*(?:\n[ \t].*)*)/gm;

/** Type-checks all blocks in one program; returns a line for each error. */
export function typeErrors(blocks: readonly Block[]): string[] {
  mkdirSync(FOLDER, { recursive: true });
  try {
    writeFileSync(join(FOLDER, "tsconfig.json"), JSON.stringify(CONFIG));
    for (const [index, { code, language }] of blocks.entries())
      writeFileSync(join(FOLDER, `${index}.${language}`), moduleText(code));
    const compiler = join(ROOT, "node_modules/typescript-native/bin/tsc");
    const run = spawnSync(process.execPath, [compiler, "-p", ".", "--pretty", "false"], {
      cwd: FOLDER,
      encoding: "utf8",
    });
    const found = [...run.stdout.matchAll(MISTAKE)].map(([, index = "", line = "", message = ""]) => {
      const block = blocks[Number(index)]!;
      const at = block.line + Number(line) - (isModule(block.code) ? 1 : 2);
      return `${block.file}:${at}: ${message.replaceAll(/\s*\n\s*/g, " ")}`;
    });
    // If the exit code does not match the parsed errors, tsc found an error elsewhere or did not run.
    if ((run.status === 0) !== (found.length === 0))
      throw new Error(`tsc ended with ${run.status}: ${run.stdout}${run.stderr}`);
    return found;
  } finally {
    rmSync(FOLDER, { recursive: true, force: true });
  }
}
