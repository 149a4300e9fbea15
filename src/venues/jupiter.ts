import bs58 from "bs58";
import { isAddress, PROGRAM_IDS } from "../contract/chain.js";
import type { CreateTokenAccount, SwapDecoder, SwapTerms } from "../solana/decode/instructions.js";
import { programAddress } from "../solana/decode/token-address.js";
import { type Fields, termsAt, venue } from "./fields.js";

const JUPITER = "JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4";

/**
 * Bytes after the variant of a step's swap, in base 36, by variant. `*` is a list of extra accounts, `?` a flag and an
 * optional such list, `-` a variant that is not read. Newer variants are unknown.
 */
const PAYLOADS =
  "00000000100010011110010110011g0004000001043a550?000000000010110010000002000*000008800129010000110000000?1011001-00";

/**
 * Finds the end of a first-version route plan. The amounts follow it. They cannot be read from the end of the data,
 * because the program ignores bytes after them.
 */
function endOfPlan(fields: Fields, start: number): number {
  const list = (at: number) => at + 4 + 2 * fields.u32(at);
  let at = start + 4;
  for (let steps = fields.u32(start); steps > 0; steps--) {
    const variant = fields.u8(at);
    const payload = PAYLOADS[variant] ?? "-";
    if (payload === "-")
      fields.refuse(
        `routes through swap variant ${variant}, whose size is unknown, so its amounts cannot be read`,
      );
    at += 1;
    if (payload === "*") at = list(at);
    else if (payload === "?") at = fields.bool(at + 1) ? list(at + 2) : at + 2;
    else at += Number.parseInt(payload, 36);
    // Percentage, input index, output index.
    at += 3;
  }
  return at;
}

const BPS = 10_000n;

/** The amounts of both versions. `fee` is the platform's share of the output, in basis points. */
function amountsOf(
  fields: Fields,
  exactOut: boolean,
  at: number,
  fee: number,
): Pick<SwapTerms, "amount" | "bound"> {
  const [amount, quoted, slippage] = [fields.u64(at), fields.u64(at + 8), BigInt(fields.u16(at + 16))];
  if (slippage > BPS || fee > BPS) fields.refuse("has more than 10,000 basis points of slippage or fee");
  if (exactOut)
    return { amount, bound: (quoted * (BPS + slippage) * (BPS + BigInt(fee)) + BPS * BPS - 1n) / BPS ** 2n };
  const minimum = (quoted * (BPS - slippage)) / BPS;
  return { amount, bound: (minimum * (BPS - BigInt(fee))) / BPS };
}

interface Kind {
  readonly exactOut?: boolean;
  /** Places of the user, the source and the destination account, and of the source and the destination mint. */
  readonly accounts: readonly [number, number, number, number | undefined, number];
  /** Place of the account that would receive the output instead of the destination account. */
  readonly override?: number;
}

const place = (kind: Kind, at: number) => {
  const [user, input, output, inputMint, outputMint] = kind.accounts;
  const mints = inputMint === undefined ? { outputMint } : { inputMint, outputMint };
  return { amount: at, bound: at + 8, user, input, output, ...mints };
};

function read(fields: Fields, kind: Kind, at: number, fee: number): SwapTerms {
  const { exactOut = false, override } = kind;
  const receiver = override === undefined ? JUPITER : fields.account(override);
  if (receiver !== JUPITER)
    fields.refuse(`sends the output to ${receiver} instead of the destination account`);
  const terms = termsAt(fields, exactOut ? "output" : "input", place(kind, at));
  // The program is closed source, and no public source shows that it keeps the maximum.
  return { ...terms, ...amountsOf(fields, exactOut, at, fee), ...(exactOut && { needsGuard: true }) };
}

/** First version: the plan comes before the amounts. Shared accounts have an identifier before the plan. */
const v1 =
  (kind: Kind, shared = 0) =>
  (fields: Fields) => {
    const at = endOfPlan(fields, 8 + shared);
    const { length } = fields.instruction.data;
    if (length !== at + 19)
      fields.refuse(`has ${length} bytes of data, but its route plan ends at ${at}, 19 before`);
    return read(fields, kind, at, fields.u8(at + 18));
  };

/** Second version: the amounts come first. */
const v2 =
  (kind: Kind, shared = 0) =>
  (fields: Fields) =>
    read(fields, kind, 8 + shared, fields.u16(26 + shared));

/** A token account of the wallet at an address that Jupiter derives. It fails if the account exists. */
function createTokenAccount(fields: Fields): CreateTokenAccount {
  const [account, user, mint] = [fields.account(0), fields.account(1), fields.account(2)];
  const [tokenProgram, system] = [fields.account(3), fields.account(4)];
  const seeds = [user, mint].map((address) =>
    isAddress(address) ? bs58.decode(address) : fields.refuse("names an account that is not resolved"),
  );
  const marker = Uint8Array.from("token_account", (letter) => letter.charCodeAt(0));
  if (
    bs58.encode(programAddress([marker, ...seeds], bs58.decode(JUPITER))) !== account ||
    system !== PROGRAM_IDS.system
  )
    fields.refuse(`creates ${account}, which is not Jupiter's account of ${user} for ${mint}`);
  const created = { payer: user, account, owner: user, mint, tokenProgram, idempotent: false };
  return { ...fields.instruction, kind: "create-token-account", ...created };
}

const LEDGER = "takes the amount from a token ledger, which the transaction does not show";

const SHARED = { accounts: [2, 3, 6, 7, 8] } as const;
const SHARED_V2 = { accounts: [1, 2, 5, 6, 7] } as const;
const V2 = { accounts: [0, 1, 2, 3, 4], override: 7 } as const;

/**
 * Decoder of Jupiter v6. Reads `route`, `exact_out_route`, their variants with shared accounts and the second version of
 * each, and `create_token_account`. A minimum is the one after slippage, less the platform's fee. An exact output needs
 * `guard`, because no public source shows that the program keeps the maximum. Layouts: `jupiter-swap-decoder` of
 * sevenlabs-hq/carbon, 2026-04-30, compared with transactions of mainnet.
 * @example
 * ```ts
 * import type { BuiltTransaction, Intent } from "intent-tx";
 * import { verifyTransaction } from "intent-tx/solana";
 * import { jupiter } from "intent-tx/venues";
 * const verify = (built: BuiltTransaction, intent: Intent, walletAddress: string) =>
 *   verifyTransaction(built, intent, { walletAddress, swapPrograms: jupiter });
 * ```
 */
export const jupiter: Readonly<Record<string, SwapDecoder>> = {
  [JUPITER]: venue(
    "Jupiter v6",
    8,
    {
      e517cb977ae3ad2a: v1({ accounts: [1, 2, 3, undefined, 5], override: 4 }),
      c1209b3341d69c81: v1(SHARED, 1),
      d033ef977b2bed5c: v1({ accounts: [1, 2, 3, 5, 6], override: 4, exactOut: true }),
      b0d169a89a7d453e: v1({ ...SHARED, exactOut: true }, 1),
      bb64facc31c4af14: v2(V2),
      "9d8ab85215f4f324": v2({ ...V2, exactOut: true }),
      d19853937cfed8e9: v2(SHARED_V2, 1),
      "3560e5cad8bbfa18": v2({ ...SHARED_V2, exactOut: true }, 1),
      "93f17b64f484ae76": createTokenAccount,
    },
    {
      "96564774a75d0e68": `(route_with_token_ledger) ${LEDGER}`,
      e6798f50779f6aaa: `(shared_accounts_route_with_token_ledger) ${LEDGER}`,
    },
  ),
};
