import { ReflectionKind } from "typedoc";
import {
  exportsOf,
  isCallable,
  membersOf,
  modulesOf,
  signaturesOf,
  typeText,
  wordsOf,
} from "./reflections.mjs";

const commentOf = (item) => item.comment ?? item.signatures?.[0]?.comment ?? item.getSignature?.comment;

function callLine(name, signature) {
  const parameters = (signature.parameters ?? []).map(({ name: own, type, flags, defaultValue }) => {
    const optional = flags.isOptional || defaultValue !== undefined ? "?" : "";
    return `${flags.isRest ? "..." : ""}${own}${optional}: ${typeText(type)}`;
  });
  const rejects = (signature.comment?.blockTags ?? [])
    .filter(({ tag }) => tag === "@throws")
    .map(({ content }) => wordsOf(content));
  const throws = rejects.length > 0 ? ` Throws ${rejects.join(" Throws ")}` : "";
  return `- \`${name}(${parameters.join(", ")}): ${typeText(signature.type)}\`: ${wordsOf(signature.comment?.summary)}${throws}`;
}

function fieldLine({ name, type, flags, getSignature, comment }) {
  const said = wordsOf(comment?.summary ?? getSignature?.comment?.summary);
  return `- \`${name}${flags.isOptional ? "?" : ""}: ${typeText(type ?? getSignature?.type)}\`: ${said}`;
}

function exportText(item) {
  const kind = ReflectionKind.singularString(item.kind).toLowerCase();
  const head = `### ${item.name} (${kind})\n\n${wordsOf(commentOf(item)?.summary)}`;
  if (item.signatures)
    return `${head}\n\n${item.signatures.map((signature) => callLine(item.name, signature)).join("\n")}`;
  const lines = membersOf(item).flatMap((member) =>
    isCallable(member)
      ? signaturesOf(member).map((signature) => callLine(member.name, signature))
      : [fieldLine(member)],
  );
  const alias =
    item.kindOf(ReflectionKind.TypeAlias) && lines.length === 0 ? [`\`${typeText(item.type)}\``] : [];
  return [head, ...alias, ...(lines.length > 0 ? [lines.join("\n")] : [])].join("\n\n");
}

/** The API of both packages as text: every export with its members, types, descriptions and errors. */
export function apiText(project) {
  const modules = modulesOf(project).map((module) => {
    // Schemas and tables of constants are already in the text of the HTTP API.
    const said = exportsOf(module).filter((item) => !item.kindOf(ReflectionKind.Variable));
    return `## ${module.name}\n\n${wordsOf(module.comment?.summary)}\n\n${said.map(exportText).join("\n\n")}`;
  });
  return `# API reference\n\n${modules.join("\n\n")}\n`;
}
