import { createMockServer } from "@intent-tx/mock-server";
import type { PublicKey } from "@solana/web3.js";
import type { Intent } from "intent-tx/contract";
import { verifyTransaction } from "intent-tx/solana";
import { describe, expect, test } from "vitest";
import { builtOf } from "../../server/lab.js";
import {
  ata,
  BONK,
  build,
  codesOf,
  keypair,
  lookupTable,
  POOLS,
  PYUSD,
  recipient,
  type SwapParts,
  stranger,
  swap,
  swapIntent,
  TOKEN,
  TOKEN_2022,
  USDC,
  wallet,
} from "./samples.js";

const terms = { input: USDC, output: BONK, amount: 1000n, bound: 995n };
const oneHop = swapIntent(USDC, BONK, 1000n, 1000n);
const twoHops = swapIntent(USDC, BONK, 1000n, 1000n, 2);

const refusal = (intent: Intent, parts: Partial<SwapParts>) =>
  refused(build([swap({ ...terms, ...parts })]), intent);

const refused = (transaction: string, intent: Intent) =>
  codesOf(() => verifyTransaction(transaction, intent, { walletAddress: wallet.toBase58() }));

const routed = (intent: Intent, marketInfos: readonly Intent.MarketInfo[]): Intent =>
  ({ ...intent, route: { ...(intent.route as Intent.Route), marketInfos: [...marketInfos] } }) as Intent;

const [one, two] = POOLS;
const evil = [keypair(50).publicKey, keypair(51).publicKey];
const hops = twoHops.route?.marketInfos as [Intent.MarketInfo, Intent.MarketInfo];

describe("a swap uses the pools of the intent's route", () => {
  test.each<[string, Intent, Partial<SwapParts>]>([
    ["another pool", oneHop, { pools: [stranger] }],
    [
      "two pools of an attacker instead of the route's one",
      oneHop,
      { hops: 2, pools: evil, middle: keypair(52).publicKey },
    ],
    ["a detour after the route's pool", oneHop, { hops: 2 }],
    ["only the first of two pools", twoHops, { pools: [one] }],
    ["another first pool", twoHops, { hops: 2, pools: [stranger, two] }],
    ["another second pool", twoHops, { hops: 2, pools: [one, stranger] }],
    ["the pools the other way round", twoHops, { hops: 2, pools: [two, one] }],
    ["another mint between the pools", twoHops, { hops: 2, middle: stranger }],
    ["a pool where the route names none", routed(oneHop, []), {}],
    ["two pools where the route names three", routed(twoHops, [...hops, hops[1]]), { hops: 2 }],
  ])("refused: %s", (_, intent, parts) => {
    expect(refusal(intent, parts)).toEqual(["wrong_route"]);
  });

  test("the finding names the pools of the swap and of the route", () => {
    const transaction = build([swap({ ...terms, pools: [stranger] })]);
    expect(() => verifyTransaction(transaction, oneHop, { walletAddress: wallet.toBase58() })).toThrow(
      `goes through the pools ${stranger}, but the intent's route names ${one}.`,
    );
  });

  test("refused without a crash: an invalid route", () => {
    for (const broken of [undefined, null, "pools", {}, [null], [{}]])
      expect(refusal(routed(oneHop, []), {})).toEqual(
        refusal({ ...oneHop, route: { ...oneHop.route, marketInfos: broken } } as unknown as Intent, {}),
      );
  });

  const own = [ata(one, USDC), ata(one, BONK)] as [PublicKey, PublicKey];
  test.each<[string, Intent, Partial<SwapParts>]>([
    ["the input vault", oneHop, { vaults: [stranger, own[1]] }],
    ["the output vault", oneHop, { vaults: [own[0], ata(stranger, BONK)] }],
    ["swapped vaults", oneHop, { vaults: [own[1], own[0]] }],
    ["the other token program", oneHop, { vaults: [own[0], ata(one, BONK, TOKEN_2022)] }],
    ["the second pool", twoHops, { hops: 2, vaults: [own[0], recipient, ata(two, PYUSD), ata(two, BONK)] }],
  ])("refused: a vault that is not the derived account: %s", (_, intent, parts) => {
    expect(new Set(refusal(intent, parts))).toEqual(new Set(["wrong_account"]));
  });

  test("refused without a crash: the token program comes from a lookup table", () => {
    const transaction = build([swap(terms)], wallet, { tables: [lookupTable(stranger, [TOKEN])] });
    expect(refused(transaction, oneHop)).toEqual(["lookup_table", "wrong_token_program"]);
  });
});

test("the mock's builds use their route's pools", async () => {
  await using server = await createMockServer({ seed: 1 });
  const walletAddress = server.wallets.alice.address;
  await server.fund(walletAddress, { SOL: "100", USDC: "5000", JUP: "500" }, { environment: "live" });
  const seen = new Set<string>();
  for (const command of [
    "swap 1 SOL for USDC",
    "buy 5 USDC with SOL",
    "swap 10 JUP for PYUSD",
    "buy 5 PYUSD with JUP",
  ]) {
    const { intent, built } = await builtOf(server, command);
    const { instructions } = verifyTransaction(built, intent, { walletAddress });
    const swap = instructions.find(({ kind }) => kind === "swap");
    const { marketInfos } = intent.route as Intent.Route;
    expect(swap).toMatchObject({ pools: marketInfos.map(({ id }) => id) });
    seen.add(`${swap?.kind === "swap" && swap.side} over ${marketInfos.length}`);
  }
  expect(seen).toEqual(new Set(["input over 1", "output over 1", "input over 2", "output over 2"]));
});
