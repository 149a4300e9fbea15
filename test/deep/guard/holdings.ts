import { PublicKey } from "@solana/web3.js";
import { expect } from "vitest";
import { ata, BONK, PYUSD, SOL, USDC } from "../../sdk/solana/samples.js";
import { ICE, type Swap, type World } from "./hostile.js";

const MINTS = [USDC, BONK, PYUSD, SOL, ICE];
const NEW_MINT = new PublicKey("4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R");

/** The wallet's lamports, and its token accounts. */
export async function holdings({ connection, wallet }: World) {
  const [own, ...accounts] = await connection.getMultipleAccountsInfo([
    wallet,
    ...[...MINTS, NEW_MINT].map((mint) => ata(wallet, mint)),
  ]);
  const tokens = accounts.map((account) => {
    const data = Buffer.from(account?.data ?? []);
    const amount = data.length > 0 ? data.readBigUInt64LE(64) : 0n;
    // All but the amount: mint, owner, delegate, state, close authority, extensions.
    const rest = Buffer.concat([data.subarray(0, 64), data.subarray(72)]).toString("hex");
    return { exists: account !== null, lamports: BigInt(account?.lamports ?? 0), amount, rest };
  });
  return { own: own!, tokens };
}

type Holdings = Awaited<ReturnType<typeof holdings>>;

const FEE = 5_000n;
const RENT = 2_248_080n;

/** Compares holdings before and after: unchanged without a payment, otherwise as the order says, or better. */
export function expectEffects(before: Holdings, after: Holdings, swap: Swap | undefined): void {
  if (swap === undefined) {
    expect(after).toEqual(before);
    return;
  }
  const { parameters, route } = swap.intent;
  expect(after.own.owner.toBase58()).toBe("11111111111111111111111111111111");
  expect(after.own.data.length).toBe(0);
  const least = (route!.outAmount * 9950n) / 10_000n;
  let lamports = BigInt(after.own.lamports - before.own.lamports) + FEE;
  MINTS.forEach((mint, i) => {
    const [was, is] = [before.tokens[i]!, after.tokens[i]!];
    const isOutput = mint.toBase58() === parameters.outputToken;
    if (isOutput && mint.equals(SOL)) {
      // Closed: all that it held is in the wallet.
      expect(is.exists).toBe(false);
      lamports -= was.lamports + least;
      return;
    }
    if (isOutput) expect(is.amount - was.amount).toBeGreaterThanOrEqual(least);
    else if (mint.toBase58() === parameters.inputToken)
      expect(was.amount - is.amount).toBeLessThanOrEqual(parameters.amount!);
    else expect(is.amount).toBeGreaterThanOrEqual(was.amount);
    if (was.exists) {
      expect(is.rest).toBe(was.rest);
      expect(is.lamports).toBeGreaterThanOrEqual(was.lamports);
    } else if (is.exists) lamports += RENT;
  });
  expect(after.tokens.at(-1)!.exists).toBe(before.tokens.at(-1)!.exists);
  expect(lamports).toBeGreaterThanOrEqual(0n);
}
