import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { filesIn, ROOT } from "./blocks.js";

/** The text of a string expression, with `…` for parts known only at run time; undefined if it has no literal text. */
function textOf(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join("");
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [textOf(node.left), textOf(node.right)];
    return left === undefined && right === undefined ? undefined : `${left ?? "…"}${right ?? "…"}`;
  }
  return undefined;
}

/** The top-level string constants of a file, by name. */
const constantTexts = (source: ts.SourceFile): ReadonlyMap<string, string> =>
  new Map(
    source.statements
      .filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) => [...declarationList.declarations])
      .flatMap(({ name, initializer }) => {
        const text = initializer && textOf(initializer);
        return ts.isIdentifier(name) && text !== undefined ? [[name.text, text] as const] : [];
      }),
  );

/** All error messages in the client's source, each with its class and line. */
export function thrownTexts(): { readonly type: string; readonly text: string; readonly at: string }[] {
  return filesIn("src", ".ts")
    .filter((file) => !file.endsWith(".test.ts"))
    .flatMap((file) => {
      const source = ts.createSourceFile(
        file,
        readFileSync(join(ROOT, file), "utf8"),
        ts.ScriptTarget.Latest,
        true,
      );
      const found: { type: string; text: string; at: string }[] = [];
      const constants = constantTexts(source);
      const messageOf = (node: ts.Expression) =>
        ts.isIdentifier(node) ? constants.get(node.text) : textOf(node);
      const visit = (node: ts.Node): void => {
        if (ts.isNewExpression(node) && /^[A-Z]\w*Error$/.test(node.expression.getText(source))) {
          const text = node.arguments?.map(messageOf).find((one) => one?.includes(" "));
          const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
          if (text !== undefined)
            found.push({ type: node.expression.getText(source), text, at: `${file}:${line}` });
        }
        ts.forEachChild(node, visit);
      };
      visit(source);
      return found;
    });
}
