// Rejects phrases that readers must read twice, in comments and in the docs' prose.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import process from "node:process";

/** Each phrase, and its plain form. */
const HABITS = [
  [
    /(?:^|\n)\s*What (?!you|if|to do|next)\w+/,
    'name the thing: "Options of a server", not "What a server is made with"',
  ],
  [/\b(?:whoever|nobody|somebody|anybody)\b/i, "name the subject"],
  [/\b(?:is|are|was|were|be|been) told\b|\btells? of\b/i, '"is reported", "is returned", "describes"'],
  [/\banew\b/i, '"again"'],
  [/\b(?:go|goes|went|going) on\b/i, '"continues"'],
  [/\bby (?:itself|themselves)\b/i, '"automatically", "on its own"'],
  [/\bof (?:yours|ours|mine|theirs)\b/i, '"your …", "our …"'],
  [/(?<!\bthere )\b(?:is|are|was|were) (?:no(?! longer)|none)\b/i, '"is not", "does not"'],
  [/(?<!-)\bstands\b/i, "use the verb of the field"],
  [/\bin place of\b/i, '"instead of"'],
  [/\bh(?:eld|olds?|olding) (?:\w+ ){0,3}against\b/i, '"checked against"'],
  [/\b(?:after|for|as|in) so (?:many|much|long)\b/i, "say N"],
];

const filesOf = (...patterns) =>
  execFileSync("git", ["ls-files", "--", ...patterns], { encoding: "utf8" })
    .split("\n")
    .filter((file) => file !== "" && existsSync(file));

/** Blanks everything but the line breaks, so that line numbers stay. */
const blank = (text) => text.replaceAll(/[^\n]/g, " ");

/** Blanks everything but the comments of a source file; code in comments is not prose. */
function comments(source) {
  let text = "";
  let end = 0;
  for (const { 0: comment, index } of source.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ [^\n]*/g)) {
    text += blank(source.slice(end, index)) + comment.replaceAll(/\/\*\*?|\*\/|^\s*\*|\/\//gm, blank);
    end = index + comment.length;
  }
  return text.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, blank);
}

/** Blanks a page's code, its link targets and the first cell of each table row, which quote the program. */
const prose = (page) => page.replaceAll(/^```[\s\S]*?^```|`[^`\n]*`|^\| [^|\n]*\||\]\([^)\n]*\)/gm, blank);

const read = (file) => readFileSync(file, "utf8");
const texts = [
  ...filesOf("*.ts", "*.tsx", "*.mjs", "*.c").map((file) => [file, comments(read(file))]),
  ...filesOf("README.md", "*/README.md", "CONTRIBUTING.md", "SECURITY.md", "docs/*.md")
    .filter((file) => !file.includes("grammar"))
    .map((file) => [file, prose(read(file))]),
];
const complaints = texts.flatMap(([file, text]) =>
  HABITS.flatMap(([habit, plain]) =>
    [...text.matchAll(new RegExp(habit, `g${habit.flags}`))].map(({ 0: words, index }) => {
      const line = text.slice(0, index + words.length).split("\n").length;
      return `${file}:${line}: "${words.trim().replaceAll(/\s+/g, " ")}" → ${plain}`;
    }),
  ),
);
if (complaints.length > 0) {
  console.error(complaints.join("\n"));
  process.exit(1);
}
console.log(`the words of ${texts.length} files are plain`);
