import { escaped, table } from "./html.mjs";
import { reflectionNamed } from "./names.mjs";

const commentOf = (reflection) =>
  reflection.comment ?? reflection.signatures?.[0]?.comment ?? reflection.getSignature?.comment;

/** The summary of a comment as HTML. */
export function summaryHtml(context, reflection) {
  const parts = commentOf(reflection)?.summary;
  return parts?.length ? context.markdown(parts) : "";
}

const inline = (html) =>
  html
    .trim()
    .replace(/^<p>([\s\S]*?)<\/p>/, "$1 ")
    .trim();

/** The first sentence of what a comment says, for a line of an index. */
export function lineHtml(context, reflection) {
  const parts = commentOf(reflection)?.summary ?? [];
  if (parts.length === 0) return "";
  const html = context.markdown(parts);
  const first = /^<p>([\s\S]*?)<\/p>/.exec(html.trim())?.[1] ?? "";
  return /^[\s\S]*?[.!?:](?=\s|$)/.exec(first)?.[0].replace(/:$/, ".") ?? first;
}

/** A comment in a cell of a table. */
export const cellHtml = (context, reflection) => inline(summaryHtml(context, reflection));

const tagsOf = (comment, name) => comment?.blockTags.filter(({ tag }) => tag === name) ?? [];

export const examplesHtml = (context, comment) =>
  tagsOf(comment, "@example")
    .map(({ content }) => context.markdown(content))
    .join("");

export const returnsHtml = (context, comment) =>
  tagsOf(comment, "@returns")
    .map(({ content }) => inline(context.markdown(content)))
    .join(" ");

export const otherTagsHtml = (context, comment) =>
  [...tagsOf(comment, "@remarks"), ...tagsOf(comment, "@see"), ...tagsOf(comment, "@deprecated")]
    .map(({ content }) => context.markdown(content))
    .join("");

const EVERY_CALL = [
  "AuthenticationError",
  "PermissionError",
  "ValidationError",
  "RateLimitError",
  "ServerError",
  "ConnectionError",
  "TimeoutError",
  "AbortedError",
  "ResponseValidationError",
];

function errorLink(context, name) {
  const error = reflectionNamed(context.page.project, name);
  const code = `<code>${escaped(name)}</code>`;
  return error ? `<a href="${context.urlTo(error)}">${code}</a>` : code;
}

/** The errors that a call can end with: a row for each `@throws`, and what goes for every call of the service. */
export function throwsHtml(context, signature, ofService) {
  const rows = tagsOf(signature.comment, "@throws").map(({ content }) => {
    const html = inline(context.markdown(content));
    const [whole, name, rest] =
      /^(?:<a[^>]*>)?(?:<code>)?(\w+Error)(?:<\/code>)?(?:<\/a>)?,?\s*([\s\S]*)$/.exec(html) ?? [];
    return whole ? [errorLink(context, name), rest] : ["", html];
  });
  const more = ofService
    ? `<p class="also">As every call: ${EVERY_CALL.map((name) => errorLink(context, name)).join(", ")}.</p>`
    : "";
  return rows.length || more ? `<h4>Throws</h4>${table(["error", "when"], rows)}${more}` : "";
}
