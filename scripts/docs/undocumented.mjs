import { ReflectionKind } from "typedoc";

/** Tables whose keys are self-explanatory; their generated pages say more. */
const SELF_EXPLAINING = new Set(["ErrorDetails", "Operations"]);

/** Names whose meaning is the same in every interface. */
const KNOWN = new Set(["kind"]);

/**
 * Fields of public interfaces and classes without a doc comment. (TypeDoc's own check cannot distinguish them from the
 * fields of object literals and inferred types.)
 */
export function undocumentedFields(project) {
  return project
    .getReflectionsByKind(ReflectionKind.Property | ReflectionKind.Accessor)
    .filter(({ parent }) => parent?.kindOf(ReflectionKind.Interface | ReflectionKind.Class))
    .filter(
      ({ name, parent }) => !KNOWN.has(name) && !name.startsWith("[") && !SELF_EXPLAINING.has(parent.name),
    )
    .filter((field) => !field.flags.isInherited && !field.inheritedFrom && !field.overwrites)
    .filter((field) => !field.hasComment() && !field.getSignature?.hasComment())
    .filter((field) => !field.type?.declaration?.signatures?.some((signature) => signature.hasComment()))
    .map((field) => field.getFriendlyFullName());
}
