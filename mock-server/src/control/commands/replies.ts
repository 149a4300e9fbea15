// Response schemas for the control plane's OpenAPI document. They are created on request, because most servers never
// need them, and creating them would slow every start.
import { ApiKeySchema, ENVIRONMENTS, IssuedKeySchema, TIERS } from "intent-tx/contract";
import * as z from "zod/mini";
import { FaultRuleSchema } from "../../faults/fault-rules.js";

const text = () => z.string();
const number = () => z.number();
const environment = () => z.enum(ENVIRONMENTS);
const perNetwork = <T extends z.ZodMiniType>(value: () => T) =>
  z.strictObject({ live: value(), test: value() });
const byName = <T extends z.ZodMiniType>(value: T) => z.record(z.string(), value);

/** The envelope of every control plane list. */
export const listOf = (item: () => z.ZodMiniType) => () => z.strictObject({ data: z.array(item()) });

/** An object whose content the OpenAPI document does not describe. */
export const anyObject = () => z.looseObject({});

export const clockReply = () => z.strictObject({ now: text(), running: z.boolean() });

export const healthReply = () =>
  z.strictObject({
    status: z.enum(["ok", "degraded"]),
    stateFile: z.optional(z.strictObject({ writable: z.boolean(), reason: z.optional(text()) })),
    failures: z.optional(z.strictObject({ count: number(), lastRequestId: text() })),
    seed: z.union([text(), number()]),
    clock: clockReply(),
    ledgers: perNetwork(() => z.boolean()),
    validators: z.optional(byName(z.looseObject({ status: text() }))),
  });

export const keyReply = () => z.extend(IssuedKeySchema, { account: text(), tier: z.enum(TIERS) });

export const fundedReply = () =>
  z.strictObject({ environment: environment(), walletAddress: text(), balances: byName(text()) });

export const priceReply = () =>
  z.strictObject({ environment: environment(), mint: text(), symbol: text(), usd: number() });

export const nameReply = () => z.strictObject({ name: text(), address: text() });

export const placedReply = () =>
  z.strictObject({ environment: environment(), pubkey: text(), lamports: text() });

const addresses = () => ({
  baseUrl: text(),
  controlUrl: text(),
  rpc: perNetwork(text),
  ws: perNetwork(text),
  keys: byName(text()),
  keyIds: byName(text()),
  wallets: byName(z.strictObject({ address: text(), secretKey: text() })),
});

export const sessionReply = () => z.strictObject({ id: text(), ...addresses() });

export const worldReply = () =>
  z.strictObject({
    seed: text(),
    ...addresses(),
    tokens: z.array(z.strictObject({ symbol: text(), name: text(), mint: text(), decimals: number() })),
  });

export const accountReply = () =>
  z.strictObject({
    account: text(),
    tier: z.enum(TIERS),
    windows: z.array(
      z.strictObject({
        name: z.enum(["requests-minute", "test-requests-day", "builds-day"]),
        used: number(),
        limit: number(),
        resetAt: text(),
      }),
    ),
    usage: z.strictObject({ requests: number(), transactions: number() }),
    keys: z.array(ApiKeySchema),
  });

export const dayReply = () =>
  z.strictObject({
    day: text(),
    swaps: number(),
    transfers: number(),
    parseErrors: number(),
    volumeUsd: number(),
  });

export const poolReply = () =>
  z.strictObject({
    address: text(),
    label: text(),
    feeBps: number(),
    mintA: text(),
    mintB: text(),
    vaultA: text(),
    vaultB: text(),
    reserveA: text(),
    reserveB: text(),
  });

export const pricesReply = () =>
  z.strictObject({
    environment: environment(),
    mint: text(),
    symbol: text(),
    data: z.array(z.strictObject({ at: text(), usd: number() })),
  });

const exchange = () => ({
  number: number(),
  at: text(),
  method: text(),
  path: text(),
  query: text(),
  status: number(),
  requestId: z.optional(text()),
  rpcMethod: z.optional(text()),
  operation: z.optional(text()),
  account: z.optional(text()),
  keyId: z.optional(text()),
  keyName: z.optional(text()),
  code: z.optional(text()),
  why: z.optional(text()),
  body: z.optional(z.unknown()),
  answer: z.optional(z.unknown()),
});

export const requestReply = () => z.strictObject(exchange());

export const trafficReply = () =>
  z.strictObject({
    ...exchange(),
    kind: z.enum(["api", "rpc", "control", "page"]),
    ms: number(),
    studio: z.boolean(),
    headers: byName(text()),
    answerHeaders: byName(text()),
    decisions: z.array(number()),
  });

export const armedReply = () => z.strictObject({ id: text() });

export const faultReply = () =>
  z.strictObject({ id: text(), rule: FaultRuleSchema, seen: number(), fired: number() });
