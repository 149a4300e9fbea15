import { join } from "node:path";
import ts from "typescript";
import { type Block, ROOT } from "./blocks.js";

/** Imports and declarations that a short example may rely on. On one line, so that line numbers stay. */
const PRELUDE = [
  'import { IntentTx, KeyRotator, formatUnits, parseUnits, stringify } from "intent-tx";',
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

/** A snippet's name as a module beside the tests, so that it resolves what they resolve. */
const pathOf = (index: number) => join(ROOT, "test/docs", `__snippet-${index}.ts`);

function options(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile);
  const parsed = ts.parseJsonConfigFileContent({ ...config, include: [], files: ["x.ts"] }, ts.sys, ROOT);
  return {
    ...parsed.options,
    // An example may show a value without using it, and reads process.env as people write it.
    noUnusedLocals: false,
    noUnusedParameters: false,
    noPropertyAccessFromIndexSignature: false,
  };
}

/** Type-checks all blocks in one program; answers a line for each mistake. */
export function typeErrors(blocks: readonly Block[]): string[] {
  const files = new Map(blocks.map((block, index) => [pathOf(index), block]));
  const compilerOptions = options();
  const host = ts.createCompilerHost(compilerOptions);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.readFile = (path) => {
    const block = files.get(path);
    return block ? moduleText(block.code) : readFile(path);
  };
  host.getSourceFile = (path, target, ...rest) => {
    const block = files.get(path);
    return block
      ? ts.createSourceFile(path, moduleText(block.code), target, true)
      : getSourceFile(path, target, ...rest);
  };
  const program = ts.createProgram([...files.keys()], compilerOptions, host);
  return [...files].flatMap(([path, block]) => {
    const source = program.getSourceFile(path);
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return found.map(({ start, messageText }) => {
      const { line } = source?.getLineAndCharacterOfPosition(start ?? 0) ?? { line: 0 };
      const at = block.line + line - (isModule(block.code) ? 0 : 1);
      return `${block.file}:${at}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
    });
  });
}
