import { escaped } from "./html.mjs";
import { reflectionOf } from "./names.mjs";
import { filePathOf } from "./sources.mjs";

/** Pages that mention everything: no reader who asks about a name wants them. */
const TOO_WIDE =
  /^(docs\/(decisions|grammar|operations|errors)|docs\/guides\/architecture|CONTRIBUTING|SECURITY)/;
const CODE = /`([^`\n]+)`/g;
const CALL = /\b(?:[a-z]\w*|[A-Z]\w*)(?:\.\w+)+(?=\()|\b(?:new )?[A-Za-z]\w*(?=\()/g;
const MOST = 3;

const mentions = new WeakMap();

/** How often each page speaks of each name. */
function mentionsIn(project) {
  const known = mentions.get(project);
  if (known) return known;
  const counts = new Map();
  const count = (code, document, weight) => {
    const reflection = reflectionOf(project, code) ?? reflectionOf(project, `${code}()`);
    if (!reflection) return;
    const pages = counts.get(reflection) ?? new Map();
    pages.set(document, (pages.get(document) ?? 0) + weight);
    counts.set(reflection, pages);
  };
  for (const document of project.documents ?? []) {
    if (TOO_WIDE.test(filePathOf(document))) continue;
    const text = document.content.map((part) => part.text).join("");
    const prose = text.replaceAll(/```[\s\S]*?```/g, (block) => {
      for (const [call] of block.matchAll(CALL)) count(call, document, 1);
      return "";
    });
    for (const [, code] of prose.matchAll(CODE)) count(code, document, 2);
  }
  mentions.set(project, counts);
  return counts;
}

/** The guides that speak of a name, the one that does most first. */
export function guidesOf(project, reflection) {
  const pages = mentionsIn(project).get(reflection) ?? new Map();
  // A long page speaks of many things: what counts is how much of it is about this one.
  const share = ([document, times]) =>
    times / Math.sqrt(document.content.reduce((sum, { text }) => sum + text.length, 0));
  return [...pages]
    .sort((a, b) => share(b) - share(a))
    .slice(0, MOST)
    .map(([document]) => document);
}

/** Links to them. */
export function guidesHtml(context, reflection) {
  const links = guidesOf(context.page.project, reflection).map(
    (document) => `<a href="${context.urlTo(document)}">${escaped(document.name)}</a>`,
  );
  return links.length ? `<p class="guides">Guide: ${links.join(", ")}</p>` : "";
}

/** A page's HTML in which a name of the reference, set as code, leads there. */
export function linkedNames(context, html) {
  const { project } = context.page;
  return html.replaceAll(
    /<pre[\s\S]*?<\/pre>|<a[\s>][\s\S]*?<\/a>|<h\d[\s\S]*?<\/h\d>|<code>([^<]+)<\/code>/g,
    (whole, code) => {
      const reflection = code && reflectionOf(project, code);
      if (!reflection || !context.router.hasUrl(reflection)) return whole;
      return `<a class="name" href="${context.urlTo(reflection)}">${whole}</a>`;
    },
  );
}
