import { createTransformerFactory, rendererClassic } from "@shikijs/twoslash/core";
import { createTwoslasher } from "twoslash";
import ts from "typescript";

const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic() {} };
// Without the paths to the sources, samples import the built packages, whose declarations are read in half the time.
const {
  options: { paths: _, ...options },
} = ts.getParsedCommandLineOfConfigFile("tsconfig.json", {}, host);
const twoslash = createTwoslasher({ compilerOptions: options, handbookOptions: { noErrors: true } });

/** The types by sample: the pages are rendered for the browser, for the server and for the search. */
const known = new Map();

function typesOf(code, language) {
  if (!known.has(code)) {
    const types = twoslash(code, language);
    if (types.code !== code)
      throw new Error(`This sample has a comment that twoslash would remove:\n${code}`);
    const nodes = types.nodes.filter(({ text }) => !/: any$/.test(text));
    for (const node of nodes) {
      const words = (node.docs ?? "").replaceAll(/\{@link\s+(\w+)\s*\}/g, "$1").replaceAll(/\s+/g, " ");
      const [sentence] = /^.*?\.(?= |$)/.exec(words) ?? [];
      // Shows an imported name as its declaration, not as an import.
      const type = node.text.replace(/^\(alias\) /, "").replace(/\nimport .*$/, "");
      node.text = sentence === undefined ? type : `${type}\n\n${sentence}`;
    }
    known.set(code, { ...types, nodes });
  }
  return known.get(code);
}

/**
 * Writes the type of each name, and the first sentence about it, into `<data-lsp lsp="const client: IntentTx">`, which the theme shows on hover. The tests prove that
 * the samples compile. `@shikijs/vitepress-twoslash` would draw each type in Vue: that makes guides of 200 kB and a build four times as long.
 */
export const typesOfNames = createTransformerFactory(typesOf)({
  langs: ["ts", "tsx"],
  renderer: rendererClassic(),
  filter: (language, code, { meta }) =>
    /^tsx?$/.test(language) && /\bimport\b/.test(code) && !/\bno-check\b/.test(meta?.__raw ?? ""),
});
