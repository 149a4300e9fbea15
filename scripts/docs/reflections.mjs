import { ReflectionKind } from "typedoc";

/** Entries in reading order; others follow. */
const ORDER = [
  "intent-tx",
  "intent-tx/solana",
  "intent-tx/react",
  "intent-tx/ai",
  "intent-tx/node",
  "intent-tx/redis",
  "intent-tx/postgres",
  "intent-tx/proxy",
  "intent-tx/contract",
  "@intent-tx/mock-server",
];
const rank = ({ name }) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);

export const modulesOf = (project) => [...project.children].sort((a, b) => rank(a) - rank(b));

/** An entry's exports, without names documented under another entry. */
export const exportsOf = (module) => module.children.filter((item) => !item.isReference());

export const signaturesOf = (reflection) =>
  reflection.signatures ?? reflection.type?.declaration?.signatures ?? [];

/** Members inherited from JavaScript's own classes. */
const FOREIGN = new Set([
  "stack",
  "message",
  "cause",
  "captureStackTrace",
  "prepareStackTrace",
  "stackTraceLimit",
]);
const isOwn = (member) =>
  !member.name.startsWith("[") &&
  !(FOREIGN.has(member.name) && (member.inheritedFrom || member.overwrites)) &&
  !member.kindOf(ReflectionKind.Document);

/** The members that a class or an interface declares, and those of an object type. */
export const membersOf = (item) =>
  (item.children ?? item.type?.declaration?.children ?? []).filter(
    (member) => isOwn(member) && !member.inheritedFrom,
  );

/** A comment as one line. */
export const wordsOf = (parts = []) =>
  parts
    .map(({ text }) => text)
    .join("")
    .replaceAll(/\s+/g, " ")
    .trim();

/** A type as one line of code. */
export const typeText = (type) => String(type ?? "unknown").replaceAll(/\s+/g, " ");
