import { ReflectionKind } from "typedoc";
import { modulesOf } from "./groups.mjs";

/** Variables that the pages use, and what they hold. */
const HOLDS = { client: "IntentTx", server: "MockServer", rotator: "KeyRotator" };

const indexes = new WeakMap();

function indexOf(project) {
  const known = indexes.get(project);
  if (known) return known;
  const index = new Map();
  for (const module of modulesOf(project))
    for (const child of module.children)
      if (!child.isReference() && !index.has(child.name)) index.set(child.name, child);
  indexes.set(project, index);
  return index;
}

/** The documented export of this name. */
export const reflectionNamed = (project, name) => indexOf(project).get(name);

const memberOf = (reflection, name) => {
  const shape = reflection.children
    ? reflection
    : (reflection.type?.reflection ?? reflection.type?.declaration);
  return shape?.children?.find((child) => child.name === name && !child.flags.isPrivate);
};

/** The export or member that a piece of code names: `Portfolio`, `KeyRotator.rotate`, `client.prices.retrieve()`, `server.clock`. */
export function reflectionOf(project, code) {
  const path = /^(?:new )?([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)(?:\(\)|\(…\))?$/.exec(code)?.[1];
  if (!path) return undefined;
  const [first, ...rest] = path.split(".");
  let at = reflectionNamed(project, rest.length > 0 ? (HOLDS[first] ?? first) : first);
  for (const name of rest) at = at && memberOf(at, name);
  // A member is described on the page of the class that has it.
  while (at?.inheritedFrom?.reflection) at = at.inheritedFrom.reflection;
  // A word of plain text that is also the name of a small function says nothing.
  return at && rest.length === 0 && /^[a-z]+$/.test(first) ? undefined : at;
}

export const isCallable = (reflection) =>
  Boolean(reflection.signatures) || Boolean(reflection.type?.declaration?.signatures);

export const signaturesOf = (reflection) =>
  reflection.signatures ?? reflection.type?.declaration?.signatures ?? [];

/** Members that JavaScript's own classes bring along. */
const FOREIGN = new Set([
  "stack",
  "message",
  "cause",
  "captureStackTrace",
  "prepareStackTrace",
  "stackTraceLimit",
]);
export const isOwn = (member) =>
  !member.name.startsWith("[") &&
  !(FOREIGN.has(member.name) && (member.inheritedFrom || member.overwrites)) &&
  !member.kindOf(ReflectionKind.Document);
