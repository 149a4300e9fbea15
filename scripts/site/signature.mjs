import { cellHtml, examplesHtml, otherTagsHtml, returnsHtml, summaryHtml, throwsHtml } from "./comment.mjs";
import { escaped, htmlOf, table, textOf } from "./html.mjs";
import { fieldsOf, typeHtml } from "./types.mjs";

const UNITS =
  /\b(milliseconds|seconds|bytes|basis points|micro-lamports per compute unit|lamports|base units|USD|percent|compute units|base58|ISO 8601)\b/i;
const DEFAULT = /\b[Dd]efault(?:s to| is|:)? ([^.;,]+(?:,\d{3})*)/;

/** Types whose fields have a page of their own that is worth reading: not repeated at every method. */
const OWN_PAGE = new Set(["RequestOptions", "ClientOptions", "MockServerOptions", "KeyRotatorOptions"]);
const MOST_FIELDS = 14;

function row(context, name, reflection, optional) {
  const text = cellHtml(context, reflection);
  const words = textOf(text);
  const scalar = /^(string|number|bigint)/.test(String(reflection.type ?? ""));
  const [unit = ""] = (scalar && UNITS.exec(words)) || [];
  const byDefault =
    reflection.defaultValue && reflection.defaultValue !== "..." ? reflection.defaultValue : undefined;
  const said = byDefault ?? DEFAULT.exec(words)?.[1];
  return [
    `<code>${escaped(name)}</code>${optional ? "" : ' <span class="required">required</span>'}`,
    typeHtml(context, reflection.type ?? reflection.getSignature?.type),
    escaped(unit),
    said ? `<code>${escaped(said.trim())}</code>` : "",
    text,
  ];
}

/** The parameters of a call; an object's fields follow it, a row each. */
export function parametersHtml(context, { parameters = [] }) {
  const rows = parameters.flatMap((parameter) => {
    const optional = parameter.flags.isOptional || parameter.defaultValue !== undefined;
    const name = parameter.name === "__namedParameters" ? "options" : parameter.name;
    const fields = OWN_PAGE.has(parameter.type?.name) ? [] : (fieldsOf(parameter.type) ?? []);
    const shown = fields.length <= MOST_FIELDS ? fields : [];
    return [
      row(context, parameter.flags.isRest ? `...${name}` : name, parameter, optional),
      ...shown.map((field) => row(context, `${name}.${field.name}`, field, field.flags.isOptional)),
    ];
  });
  return rows.length
    ? `<h4>Parameters</h4>${table(["name", "type", "unit", "default", "meaning"], rows)}`
    : "";
}

const OF_SERVICE = /^(ApiPromise|PagePromise)$/;

/** All that is known of one way to call something. */
export function signatureHtml(context, signature, { name, hideName = false } = {}) {
  const code = htmlOf(context.memberSignatureTitle(signature, { hideName }));
  const returns = signature.type && !signature.kindString?.includes("Constructor");
  const said = returnsHtml(context, signature.comment);
  return [
    `<div class="tsd-signature">${name ? escaped(name) : ""}${code}</div>`,
    summaryHtml(context, signature),
    parametersHtml(context, signature),
    returns ? `<h4>Returns</h4><p>${typeHtml(context, signature.type)}${said ? `: ${said}` : ""}</p>` : "",
    throwsHtml(context, signature, OF_SERVICE.test(signature.type?.name ?? "")),
    otherTagsHtml(context, signature.comment),
    signature.comment?.getTag("@example")
      ? `<h4>Example</h4>${examplesHtml(context, signature.comment)}`
      : "",
  ].join("\n");
}

/** Fields as a table. */
export function fieldsHtml(context, fields) {
  const rows = fields.map((field) => {
    const optional = field.flags.isOptional;
    const [, type, unit, byDefault, text] = row(context, field.name, field, true);
    const anchor = context.router.hasUrl(field) ? context.getAnchor(field) : undefined;
    const name = `<code${anchor ? ` id="${anchor}"` : ""}>${escaped(field.name)}${optional ? "?" : ""}</code>`;
    return [name, type, unit, byDefault, text];
  });
  return table(["name", "type", "unit", "default", "meaning"], rows);
}
