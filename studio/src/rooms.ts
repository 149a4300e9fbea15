/** The rooms in the order of the menu: the title, and the path below `/studio`. */
export const ROOMS = {
  live: { name: "Requests", path: "live/:number?" },
  say: { name: "Say it", path: "say" },
  wallets: { name: "Wallets", path: "wallets/:address?" },
  chain: { name: "Chain", path: "chain/:kind?/:id?" },
  market: { name: "Market", path: "market/:pool?" },
  keys: { name: "Keys", path: "keys/:account?" },
  faults: { name: "Faults", path: "faults" },
  explore: { name: "Explore", path: "explore" },
  world: { name: "World", path: "world/:part?" },
} as const;

export type Room = keyof typeof ROOMS;

type PageOf<P> = P extends `${infer R}/:${string}` ? R | `${R}/${string}` : P;

/** A page of a room: `chain/tx/…`. */
export type Page = PageOf<(typeof ROOMS)[Room]["path"]>;
