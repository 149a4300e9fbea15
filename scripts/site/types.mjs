import { ReflectionKind } from "typedoc";
import { htmlOf } from "./html.mjs";

/** A type with links to the names in it. */
export const typeHtml = (context, type) =>
  type ? `<code class="type">${htmlOf(context.type(type))}</code>` : "";

/** Fields of an object that a parameter takes, where its type is the project's; otherwise undefined. */
export function fieldsOf(type) {
  if (type?.type === "optional") return fieldsOf(type.elementType);
  if (type?.type === "union") {
    const [only, ...others] = type.types.filter((one) => one.name !== "undefined");
    return others.length === 0 ? fieldsOf(only) : undefined;
  }
  const shape = type?.type === "reflection" ? type.declaration : type?.reflection;
  const fields = shape?.children ?? shape?.type?.declaration?.children;
  if (!fields || shape.kindOf?.(ReflectionKind.Class)) return undefined;
  return fields.filter((field) => field.kindOf(ReflectionKind.Property));
}

/** The declaration of an alias or a variable as code; its name alone for what a schema library made of it. */
export function declarationHtml(context, reflection) {
  const whole = htmlOf(context.memberDeclaration(reflection));
  const [code = ""] = /<div class="tsd-signature">[\s\S]*?<\/div>/.exec(whole) ?? [];
  const machine = /Zod|\$strip|\$strict/.test(code) || code.length > 6000;
  return machine
    ? { html: `<div class="tsd-signature">const ${reflection.name}</div>`, shown: false }
    : { html: code, shown: true };
}
