// Unusual attacks: lists with holes, getters that throw, an instruction order that can only fail, and a recipient that
// is one of the wallet's own token accounts.
import type { Intent } from "intent-tx/contract";
import { verifyTransaction } from "intent-tx/solana";
import { expect, test } from "vitest";
import {
  ata,
  build,
  codesOf,
  createAccount,
  PYUSD,
  SOL,
  sampleNamed,
  sendSol,
  transferChecked,
  transferIntent,
  USDC,
  wallet,
} from "./samples.js";

const walletAddress = wallet.toBase58();
const sell = sampleNamed("SOL to USDC, exact in");
const transaction = build([...sell.instructions]);

const codes = (text: string, intent: unknown, options: unknown = { walletAddress }) =>
  codesOf(() => verifyTransaction(text, intent as Intent, options as { walletAddress: string }));

const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};

test("a pool list with holes counts as no pools", () => {
  const { route } = sell.intent;
  const marketInfos = new Array(route?.marketInfos.length);
  expect(codes(transaction, { ...sell.intent, route: { ...route, marketInfos } })).toEqual(["wrong_route"]);
});

test("a getter that throws, or throws a throwing value, is a finding", () => {
  const thrown = [
    revoked(),
    Object.assign(new Error("x"), { message: Symbol("no text") }),
    Object.defineProperty(new Error("x"), "message", { get: () => revoked() }),
    undefined,
    "text",
  ];
  for (const what of thrown) {
    const trap = () => {
      throw what;
    };
    const sore = new Proxy({}, { get: trap, has: trap, ownKeys: trap, getOwnPropertyDescriptor: trap });
    const { route, parameters } = sell.intent;
    const cases: [unknown, unknown][] = [
      [sore, undefined],
      [{ ...sell.intent, parameters: sore }, undefined],
      [{ ...sell.intent, route: sore }, undefined],
      [{ ...sell.intent, route: { ...route, marketInfos: sore } }, undefined],
      [{ ...sell.intent, route: { ...route, marketInfos: [sore] } }, undefined],
      [{ ...sell.intent, parameters: { ...parameters, amount: sore } }, undefined],
      [sell.intent, sore],
      [sell.intent, { walletAddress, expect: sore }],
      [sell.intent, { walletAddress, pools: sore }],
      [sell.intent, { walletAddress, maxFee: sore }],
      [revoked(), undefined],
      [sell.intent, revoked()],
    ];
    for (const [intent, options] of cases)
      expect(codes(transaction, intent, options ?? { walletAddress })).not.toEqual([]);
    expect(codes(sore as never, sell.intent)).not.toEqual([]);
    expect(codes({ transaction: sore } as never, sell.intent)).not.toEqual([]);
  }
});

test("SOL wrapped before its account is created is refused: it would pay the account's rent, and the swap would fail", () => {
  const at = sell.instructions.findIndex(({ keys }) => keys[1]?.pubkey.equals(ata(wallet, SOL)));
  const [made, sent] = [sell.instructions[at]!, sell.instructions[at + 1]!];
  expect(sent.keys[1]?.pubkey).toEqual(ata(wallet, SOL));
  const turned = sell.instructions.with(at, sent).with(at + 1, made);
  expect(codes(build(turned), sell.intent)).toEqual(["wrong_order"]);
});

test("a recipient that is the wallet's own token account is refused, because the tokens would be lost", () => {
  for (const mint of [USDC, PYUSD]) {
    const own = ata(wallet, mint);
    const lost = ata(own, mint);
    const list = [createAccount(own, mint), transferChecked(lost, mint, 5n)];
    expect(codes(build(list), transferIntent(mint, 5n, own))).toEqual(["wrong_recipient"]);
  }
  const wrapped = ata(wallet, SOL);
  expect(codes(build([sendSol(wrapped, 5n)]), transferIntent(SOL, 5n, wrapped))).toEqual(["wrong_recipient"]);
});
