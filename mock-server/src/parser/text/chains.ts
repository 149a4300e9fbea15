import { CHAINS, HOME_CHAIN, OTHER_STANDARD, PLAIN_CHAINS, TOKEN_LIKE_CHAINS } from "../languages/chains.js";
import type { Language } from "../languages/language.js";
import type { Atom, AtomKind, Atoms } from "./atom.js";

type ChainWords = Language["chains"];

const NAMES: ReadonlySet<AtomKind> = new Set(["word", "unknown", "token", "vague_token"]);
const textOf = (atom: Atom | undefined): string =>
  atom !== undefined && NAMES.has(atom.kind) ? atom.text : "";

/** Returns the first atom that names a chain other than Solana. */
export function otherChain(atoms: Atoms, language: Language): Atom | undefined {
  const ether = atoms.some((atom) => atom.token?.symbol === "ETH");
  return atoms.find(
    (atom, at) =>
      namesChain(atoms, atom, at, language) || (ether && language.chains.onMainnet.has(atom.text)),
  );
}

function namesChain(atoms: Atoms, atom: Atom, at: number, language: Language): boolean {
  const words = language.chains;
  const name = textOf(atom);
  const next = textOf(atoms[at + 1]);
  if (
    words.networks.has(next) &&
    words.on.has(leadBefore(atoms, at, words.fillers)) &&
    atom.token?.symbol !== "SOL"
  )
    return name !== "";
  // "Deploy an ERC-20 token" is not about a token of the list.
  if (atom.kind === "unknown" && OTHER_STANDARD.test(name))
    return !language.amounts.articles.has(textOf(atoms[at - 1]));
  const pair = `${name} ${next}`;
  // "move 25 USDC into Solana" is not a swap to SOL, and "move 10 USDC to Ethereum" asks for a bridge, not for ETH.
  const { INTO, PASS, SEND, TO } = language.lexicon.groups;
  const isLed = () => [INTO, TO].some((leads) => leads.has(textOf(atoms[at - 1])));
  const isMoved = (...verbs: ReadonlySet<string>[]) =>
    isLed() && atoms.some(({ text }) => verbs.some((group) => group.has(text)));
  if (name === HOME_CHAIN && isMoved(PASS)) return true;
  const symbol = atom.token?.symbol.toLowerCase() ?? name;
  if (CHAINS.has(name) && symbol !== name && isMoved(PASS, SEND)) return true;
  if (!CHAINS.has(name) && !CHAINS.has(pair)) return false;
  if (PLAIN_CHAINS.has(name) || PLAIN_CHAINS.has(pair)) return true;
  const lead = leadBefore(atoms, at, words.fillers);
  // "pasa 5 USDC a la red de Polygon"
  if (words.networks.has(lead)) return true;
  // "gasta 20 USDC en ETH": the second token is the output.
  const wanted = atom.kind === "token" && atoms.filter(({ kind }) => kind === "token").length === 2;
  if (wanted && language.lexicon.groups.INTO.has(lead)) return false;
  if (words.strongLeads.has(lead) || isCrossing(atoms, at, words)) return true;
  // "5 USDC (Base)"
  if (atoms[at - 1]?.text === "(" && atom.kind !== "token") return true;
  if (TOKEN_LIKE_CHAINS.has(name)) return false;
  if (words.weakLeads.has(lead)) return atom.kind !== "token";
  // In "my Base ETH", the unknown word before a token is a chain.
  return atom.kind === "unknown" && atoms[at + 1]?.kind === "token";
}

/** True for "1 SOL from Solana to Ethereum": "from Solana" after a token shows that the destination is a chain, too. */
const isCrossing = (atoms: Atoms, at: number, { to, from }: ChainWords): boolean =>
  to.has(atoms[at - 1]?.text ?? "") &&
  atoms[at - 2]?.text === HOME_CHAIN &&
  from.has(atoms[at - 3]?.text ?? "") &&
  atoms[at - 4]?.kind === "token";

function leadBefore(atoms: Atoms, at: number, fillers: ReadonlySet<string>): string {
  let before = at - 1;
  while (fillers.has(textOf(atoms[before]))) before -= 1;
  return textOf(atoms[before]);
}

/** Returns the first atom that looks like an unknown place ("on Chiadoo"). */
export function unknownPlace(atoms: Atoms, { chains }: Language): Atom | undefined {
  if (chains.asks.test(atoms[0]?.text ?? "")) return undefined;
  return atoms.find((atom, at) => isStray(atoms, atom, at, chains));
}

function isStray(atoms: Atoms, atom: Atom, at: number, { on, sites }: ChainWords): boolean {
  const next = atoms[at + 1];
  return (
    atom.kind === "unknown" &&
    /^[a-z]+$/.test(atom.text) &&
    !sites.has(atom.text) &&
    (next === undefined || next.kind === "mark") &&
    on.has(atoms[at - 1]?.text ?? "")
  );
}
