import { relative } from "node:path";
import process from "node:process";

/** The file of a page or a declaration, from the root of the repository. */
export function filePathOf(reflection) {
  const { project } = reflection;
  const path = project.files.getReflectionPath(reflection);
  if (path !== undefined) return relative(process.cwd(), path).replaceAll("\\", "/");
  return project.getSymbolIdFromReflection(reflection)?.packagePath ?? "";
}
