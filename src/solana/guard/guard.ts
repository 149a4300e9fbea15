import { ConfigurationError } from "../../errors/errors.js";
import { stringifyJson } from "../../wire/json.js";
import { decodeWire } from "../decode/decode.js";
import { decodeBase64, encodeBase64 } from "../decode/wire-transaction.js";
import type { Context, Rpc } from "../send/connections.js";
import { retrying } from "../send/preflight.js";
import type { Method } from "../sign/method.js";
import type { EditLimits } from "../sign/signers.js";
import { type Unsigned, unsigned } from "../sign/transaction.js";
import type { GuardOption, VerifyOptions } from "../verify/options.js";
import { effectsOf, type VerifiedTransaction } from "../verify/verify.js";
import { appendGuards } from "./append.js";
import { type Chain, guardsOf, unbounded } from "./guards.js";
import { checkUnknownPrograms } from "./unknown-programs.js";

/** A verified transaction that a wallet will sign. */
interface Order {
  readonly transaction: Unsigned;
  readonly method: Method;
  readonly summary?: VerifiedTransaction | undefined;
  readonly limits?: EditLimits | undefined;
}

/** A built transaction expires within about two minutes, so an older message cannot be asked for again. */
const KEPT_MS = 3_600_000;

/**
 * Appends guards to a verified transaction, from balances that are read now.
 * @throws UnsafeTransactionError when the guards cannot bound the loss, or do not fit.
 */
export async function withGuards<O extends Order>(
  context: Context,
  order: O,
  {
    guard,
    swapPrograms = {},
  }: Pick<VerifyOptions, "swapPrograms"> & { readonly guard: Exclude<GuardOption, false> },
): Promise<O> {
  const { transaction, method, summary, limits } = order;
  const wallet = method.address;
  if (summary === undefined)
    throw new ConfigurationError("guard needs the verification. Pass verify: true. Nothing was signed.");
  if (guard !== true && method.sign === undefined)
    throw new ConfigurationError(
      "guard.unknownPrograms needs a wallet that signs without sending, because one that sends could remove the guards. Nothing was signed.",
    );
  if (transaction.durable) throw unbounded("it has a durable nonce, so it may land when balances are others");
  const addresses = [...new Set(summary.accounts.map(({ address }) => address))];
  const chain = await readChain(context, addresses);
  // Nothing is awaited from here on. A second call for the same transaction, which may have read other balances, signs
  // the same message, which can land only once. With other limits, these assertions would not keep to them.
  const known = context.rpc.messages().guarded;
  const canRaise = limits?.rule === "usual" && method.onlySigns !== true;
  const maxCost = canRaise && limits.maxCost;
  const within = stringifyJson([effectsOf(summary), maxCost, guard, Object.keys(swapPrograms)]);
  const now = Date.now();
  for (const [old, { at }] of known) if (now - at > KEPT_MS) known.delete(old);
  const { hash } = transaction.signedMessage;
  const earlier = known.get(hash);
  if (earlier !== undefined && earlier.within !== within)
    throw unbounded(
      "an earlier call guarded it within other limits. If that call sent nothing, build it again",
    );
  if (earlier !== undefined) return { ...order, transaction: earlier.transaction };
  const attempt = (derived: boolean): Uint8Array => {
    const build = (feeCeiling: bigint) => {
      const guards = guardsOf(summary, chain, { wallet, feeCeiling, derived });
      return appendGuards(transaction.bytes, summary.accounts, guards);
    };
    const plain = decodeWire(transaction.bytes);
    const most = canRaise ? limits.maxCost - plain.rent : plain.fee;
    if (decodeWire(build(0n)).fee > most) throw unbounded("without a compute-unit limit, they raise its fee");
    return build(most + summary.fee - plain.fee);
  };
  if (guard !== true) {
    const guards = guardsOf(summary, chain, { wallet, feeCeiling: 0n, derived: false });
    const guarded = new Set(guards.map(({ address }) => address));
    const programs = [...guard.unknownPrograms, ...Object.keys(swapPrograms)];
    checkUnknownPrograms(summary, chain, wallet, programs, guarded);
  }
  const text = encodeBase64(orSmaller(attempt));
  const guarded = unsigned(text, wallet);
  known.set(hash, { transaction: guarded, within, at: now });
  return { ...order, transaction: guarded };
}

/** Names owners in full, which is cheaper to run, or in one byte each if the transaction is otherwise too long. */
function orSmaller(attempt: (derived: boolean) => Uint8Array): Uint8Array {
  try {
    return attempt(false);
  } catch {
    return attempt(true);
  }
}

/** A node returns at most so many accounts in one call. */
const PAGE = 100;

async function readChain(context: Context, addresses: readonly string[]): Promise<Chain> {
  const { accounts } = context.rpc;
  if (accounts === undefined)
    throw new ConfigurationError(
      "guard reads accounts. Pass a Connection of @solana/web3.js or an rpc of @solana/kit. Nothing was signed.",
    );
  const chain = new Map<string, ReturnType<typeof chainAccount>>();
  for (let start = 0; start < addresses.length; start += PAGE) {
    const page = addresses.slice(start, start + PAGE);
    const answer = await retrying(context, () => accounts(page, "processed"));
    page.forEach((address, i) => {
      const found = answer.accounts[i];
      if (found === undefined)
        throw new ConfigurationError(`The node did not return the account ${address}. Nothing was signed.`);
      if (found !== null) chain.set(address, chainAccount(found));
    });
  }
  return chain;
}

type Found = NonNullable<Awaited<ReturnType<NonNullable<Rpc["accounts"]>>>["accounts"][number]>;

function chainAccount({ owner, lamports, executable, data }: Found) {
  const bytes = decodeBase64(data[0]);
  if (bytes === undefined)
    throw new ConfigurationError("The node returned an account that is not base64. Nothing was signed.");
  return { owner, lamports: BigInt(lamports), executable, data: bytes };
}
