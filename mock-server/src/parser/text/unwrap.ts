import type { Atom, AtomKind, Atoms } from "./atom.js";

const CLOSING: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ["`", "`"],
  ["(", ")"],
  ["<", ">"],
  ["[", "]"],
]);
const PASTED: ReadonlySet<AtomKind> = new Set(["address", "bad_address", "name", "foreign_name", "handle"]);

/** Takes quotes and brackets off a single address, name or symbol: they come with what is pasted, and quote nobody. */
export function unwrap(atoms: Atoms): Atoms {
  let out: Atom[] | undefined;
  let from = 0;
  for (let at = 0; at + 2 < atoms.length; at += 1) {
    const inner = atoms[at + 1];
    if (inner === undefined || !isWrapped(atoms[at], inner, atoms[at + 2])) continue;
    out ??= [];
    out.push(...atoms.slice(from, at), inner);
    from = at + 3;
    at += 2;
  }
  return out === undefined ? atoms : [...out, ...atoms.slice(from)];
}

function isWrapped(open: Atom | undefined, inner: Atom, close: Atom | undefined): boolean {
  if (open?.kind !== "mark" || close?.kind !== "mark") return false;
  const wanted = CLOSING.get(open.text);
  if (wanted === undefined || (close.text !== wanted && !(wanted === ">" && close.text === "->")))
    return false;
  // "BONK (Dez…)": what stands in brackets beside a symbol must agree with it, and is looked at there.
  if (inner.kind === "token" || inner.kind === "unknown") return wanted === open.text;
  return PASTED.has(inner.kind);
}
