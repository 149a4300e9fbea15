import { readdirSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const ROOT = "mock-server/src/parser";
const STAGES = ["text", "orders", "questions", "refusals"];

const files = [
  join(ROOT, "analyse.ts"),
  ...STAGES.flatMap((stage) => readdirSync(join(ROOT, stage)).map((name) => join(ROOT, stage, name))),
];

// Names from Solana, its tokens and the wire format, which are not words of a language.
const PROPER = /^(?:US|usd|JUP|SOL|BTC|ETH|USDC|USDT|\.sol|0x|[a-z]|[1-9A-HJ-NP-Za-km-z]{26,44})$/;

const thrown = (node: ts.Node): boolean =>
  ts.isThrowStatement(node) || (!ts.isSourceFile(node) && thrown(node.parent));

/** Whether a literal is compared with text, or is an element of a set or list of strings. */
function isText(node: ts.StringLiteralLike, checker: ts.TypeChecker): boolean {
  const type = checker.getContextualType(node);
  // The type of a kind, a reason or a slot name is a union of literals; the type of a word is `string`.
  if (type !== undefined) return (type.flags & ts.TypeFlags.String) !== 0;
  const { parent } = node;
  if (!ts.isBinaryExpression(parent)) return false;
  const other = parent.left === node ? parent.right : parent.left;
  return (checker.getTypeAtLocation(other).flags & ts.TypeFlags.String) !== 0;
}

function wordsIn(file: ts.SourceFile, checker: ts.TypeChecker): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    const literal = ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node);
    if (literal && /[a-z]/i.test(node.text) && !PROPER.test(node.text) && isText(node, checker))
      found.push(node.text);
    const piece = ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node);
    if (piece && /[a-z]{2}/i.test(node.text) && !thrown(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

describe("the stages", () => {
  const program = ts.createProgram(files, {
    strict: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  });
  const checker = program.getTypeChecker();

  it.each(files)("%s contains no natural-language words", (path) => {
    const file = program.getSourceFile(path)!;
    expect(wordsIn(file, checker)).toEqual([]);
  });
});
