import { ReflectionKind } from "typedoc";

/** An entry's exports, without names documented under another entry. */
export const exportsOf = (module) => module.children.filter((item) => !item.isReference());

export const signaturesOf = (reflection) =>
  reflection.signatures ?? reflection.type?.declaration?.signatures ?? [];

/** The members that a class or an interface declares, and those of an object type. */
export const membersOf = (item) =>
  (item.children ?? item.type?.declaration?.children ?? []).filter(
    (member) =>
      !member.name.startsWith("[") && !member.kindOf(ReflectionKind.Document) && !member.inheritedFrom,
  );
