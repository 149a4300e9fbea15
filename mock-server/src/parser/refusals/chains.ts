import { CHAINS, PLAIN_CHAINS, STRONG_LEADS, TOKEN_LIKE_CHAINS, WEAK_LEADS } from "../languages/chains.js";
import type { Atom } from "../text/atom.js";

const chains: ReadonlySet<string> = new Set(CHAINS);
const beginnings: ReadonlySet<string> = new Set(CHAINS.map((name) => name.split(" ")[0] ?? name));
const NETWORKS = new Set(["network", "chain", "blockchain"]);
const LEAD_FILLERS = new Set(["the"]);

const spoken = (atom: Atom | undefined): string => {
  if (atom === undefined) return "";
  return atom.kind === "word" ||
    atom.kind === "unknown" ||
    atom.kind === "token" ||
    atom.kind === "vague_token"
    ? atom.text
    : "";
};

/** The first atom that names another chain than Solana. */
export function otherChain(atoms: readonly Atom[]): Atom | undefined {
  const ether = atoms.some((atom) => atom.token?.symbol === "ETH");
  return atoms.find((atom, at) => isChain(atoms, atom, at) || (ether && atom.text === "on mainnet"));
}

function isChain(atoms: readonly Atom[], atom: Atom, at: number): boolean {
  const name = spoken(atom);
  const next = spoken(atoms[at + 1]);
  if (NETWORKS.has(next) && leadBefore(atoms, at) === "on" && atom.token?.symbol !== "SOL")
    return name !== "";
  if (!beginnings.has(name)) return false;
  const pair = `${name} ${next}`;
  if (PLAIN_CHAINS.has(name) || PLAIN_CHAINS.has(pair)) return true;
  if (!chains.has(name) && !chains.has(pair)) return false;
  const lead = leadBefore(atoms, at);
  if (STRONG_LEADS.has(lead) || isCrossing(atoms, at)) return true;
  if (TOKEN_LIKE_CHAINS.has(name)) return false;
  if (WEAK_LEADS.has(lead)) return atom.kind !== "token";
  // "my Base ETH"
  return atom.kind === "unknown" && atoms[at + 1]?.kind === "token";
}

/** "1 SOL from Solana to Ethereum": behind a token, "from Solana" is the chain, and so is what it goes to. */
const isCrossing = (atoms: readonly Atom[], at: number): boolean =>
  atoms[at - 1]?.text === "to" &&
  atoms[at - 2]?.text === "solana" &&
  atoms[at - 3]?.text === "from" &&
  atoms[at - 4]?.kind === "token";

function leadBefore(atoms: readonly Atom[], at: number): string {
  let before = at - 1;
  while (LEAD_FILLERS.has(spoken(atoms[before]))) before -= 1;
  return spoken(atoms[before]);
}

const ASKS = /^(?:what|how|who|when|where|did|do)\b/;

/** The first atom that seems to name a place we do not know ("on Chiadoo"). */
export function unknownPlace(atoms: readonly Atom[]): Atom | undefined {
  if (ASKS.test(atoms[0]?.text ?? "")) return undefined;
  return atoms.find((atom, at) => isStray(atoms, atom, at));
}

// People are named there; money does not move there.
const SITES = new Set(["x", "twitter", "telegram", "tg", "discord", "instagram", "farcaster", "github"]);

function isStray(atoms: readonly Atom[], atom: Atom, at: number): boolean {
  const next = atoms[at + 1];
  return (
    atom.kind === "unknown" &&
    /^[a-z]+$/.test(atom.text) &&
    !SITES.has(atom.text) &&
    (next === undefined || next.kind === "mark") &&
    atoms[at - 1]?.text === "on"
  );
}
