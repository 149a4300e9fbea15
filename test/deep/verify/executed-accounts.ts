// Holdings of wallets before and after a simulation, read from raw accounts.
import { NATIVE_MINT, PROGRAM_IDS } from "intent-tx/contract";
import { associatedTokenAddress } from "intent-tx/solana";

const TOKEN_PROGRAMS: readonly string[] = [PROGRAM_IDS.token, PROGRAM_IDS.token2022];

/** An account in JSON-RPC's base64 form. */
export type RpcAccount = {
  readonly lamports: number;
  readonly owner: string;
  readonly data: readonly [string, string];
} | null;

interface Holding {
  readonly lamports: bigint;
  readonly tokens: bigint;
  /** The owner and all data except amounts; a change can give control to another account. */
  readonly control: string;
}

function read(account: RpcAccount): Holding {
  if (account === null) return { lamports: 0n, tokens: 0n, control: "" };
  const data = Buffer.from(account.data[0], "base64");
  const isToken = TOKEN_PROGRAMS.includes(account.owner) && data.length >= 165;
  const rest = isToken ? [data.subarray(0, 64), data.subarray(72, 109), data.subarray(121)] : [data];
  return {
    lamports: BigInt(account.lamports),
    tokens: isToken ? data.readBigUInt64LE(64) : 0n,
    control: `${account.owner} ${Buffer.concat(rest).toString("hex")}`,
  };
}

/** Changes in the wallets' holdings. */
interface Changes {
  /** Changes by `wallet mint`; SOL and wrapped SOL count together, as lamports. */
  readonly moved: ReadonlyMap<string, bigint>;
  /** Lamports left in newly created token accounts. */
  readonly rent: bigint;
  /** Describes an account that still exists but whose control changed. */
  readonly control: string | undefined;
}

/** The wallets' accounts of these mints, and a function that compares their states. */
export function holdingsOf(wallets: readonly string[], mints: readonly string[]) {
  const places = new Map<string, { readonly wallet: string; readonly mint: string; readonly own: boolean }>();
  for (const wallet of wallets) {
    places.set(wallet, { wallet, mint: NATIVE_MINT, own: true });
    for (const mint of mints)
      for (const program of TOKEN_PROGRAMS)
        places.set(associatedTokenAddress(wallet, mint, program), { wallet, mint, own: false });
  }
  const changes = (
    list: readonly string[],
    before: readonly RpcAccount[],
    after: readonly RpcAccount[],
  ): Changes => {
    const moved = new Map<string, bigint>();
    let rent = 0n;
    let control: string | undefined;
    list.forEach((address, i) => {
      const { wallet, mint, own } = places.get(address) as { wallet: string; mint: string; own: boolean };
      const [was, is] = [read(before[i] ?? null), read(after[i] ?? null)];
      const native = mint === NATIVE_MINT;
      const change = native ? is.lamports - was.lamports : is.tokens - was.tokens;
      moved.set(`${wallet} ${mint}`, (moved.get(`${wallet} ${mint}`) ?? 0n) + change);
      if (!own && !native && was.control === "") rent += is.lamports;
      const ended = is.control === "" && native;
      if (was.control !== "" && was.control !== is.control && !ended) control = `${address} changes hands`;
    });
    return { moved, rent, control };
  };
  return { addresses: [...places.keys()], changes };
}
