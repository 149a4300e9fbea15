import { type Environment, parseIsoDate } from "intent-tx/contract";
import * as z from "zod/mini";
import { AccountFileSchema } from "../fixtures/account-file.js";
import { USDC_MINT } from "../fixtures/pools.js";
import { checkedCall } from "../kernel/checked.js";
import type { ClockReading } from "../kernel/clock.js";
import { invalidField, OptionError } from "../kernel/errors.js";
import { unknownName } from "../kernel/nearest.js";
import { flag, numberThat, part } from "../kernel/schema-kit.js";
import { type Duration, LAST_MOMENT } from "../kernel/time.js";
import { nextTurn } from "../kernel/timers.js";
import type { ChainAccount, LedgerControl } from "../ledger/ledger.js";
import { SendError } from "../ledger/ledger.js";
import type { Ledgers } from "../ledger/ledgers.js";
import { NotOnValidatorError, RpcResponseError } from "../ledger/validator/rpc-client.js";
import { StateProblem } from "../state/incoming.js";
import type { ClockTarget, ServerClock } from "../world/server-clock.js";
import type { World, WorldSnapshot } from "../world/world.js";
import {
  CloneRequestSchema,
  FundRequestSchema,
  KeyRequestSchema,
  PriceRequestSchema,
} from "./commands/requests.js";
import { fundWallet } from "./funding.js";
import type {
  ClockView,
  ControlSubject,
  FundedWallet,
  FundTokens,
  IssuedControlKey,
  IssueKeyRequest,
  PlacedAccount,
  SetPrice,
} from "./subject.js";

/** Requests and other work that failed with an unexpected error. */
export interface Failures {
  readonly count: number;
  readonly lastRequestId: string;
}

/** Controls a World from outside the API, for the server's methods and for the control plane. */
export class WorldControl implements ControlSubject {
  constructor(
    private readonly world: World,
    private readonly clock: ServerClock,
    /** Clears the request log, which is not part of the World. */
    private readonly forget: () => void,
    private readonly reports: {
      /** The state file, if any, and why it cannot currently be written. */
      readonly stateFile?: { readonly failure: string | undefined } | undefined;
      /** Unexpected errors since the last reset. */
      readonly failures?: () => Failures | undefined;
    } = {},
  ) {}

  async health(): Promise<Record<string, unknown>> {
    const { seed, ledgers } = this.world.parts;
    const { stateFile } = this.reports;
    const failures = this.reports.failures?.();
    const reason = stateFile?.failure;
    const validators = await ledgers.validators();
    const validatorList = Object.values(validators);
    const isHealthy =
      !failures && reason === undefined && validatorList.every(({ status }) => status === "ok");
    return {
      status: isHealthy ? "ok" : "degraded",
      ...(failures && { failures }),
      ...(stateFile && {
        stateFile: { writable: reason === undefined, ...(reason !== undefined && { reason }) },
      }),
      seed,
      clock: this.clockView(),
      ledgers: { live: ledgers.opened("live") !== undefined, test: ledgers.opened("test") !== undefined },
      ...(validatorList.length > 0 && { validators }),
    };
  }

  clockView(): ClockView {
    return { now: new Date(this.clock.now()).toISOString(), running: this.clock.running };
  }

  async advanceClock(by: Duration): Promise<void> {
    await asField(() => this.clock.advance(by));
  }

  async setClock(target: ClockTarget): Promise<void> {
    await asField(() => this.clock.set(target));
  }

  async pauseClock(): Promise<void> {
    await this.world.setClock(this.clock.now());
  }

  resumeClock(): void {
    this.clock.resume();
  }

  issueKey(input: IssueKeyRequest): IssuedControlKey {
    const request = checkedCall(KeyRequestSchema, input);
    const { tier, environment = "live", scopes = ["admin"], name = "control" } = request;
    const expiresAt = request.expiresAt === undefined ? undefined : parseIsoDate(request.expiresAt);
    if (request.expiresAt !== undefined && (expiresAt === undefined || expiresAt <= this.clock.now())) {
      throw invalidField("expiresAt", "must be an ISO 8601 date later than the server's clock");
    }
    const { keys } = this.world.parts;
    const account = keys.openAccount({
      tier,
      ...(request.account !== undefined && { account: request.account }),
    });
    const { record } = keys.issue({
      account,
      environment,
      scopes: [...scopes],
      name,
      ...(expiresAt !== undefined && { expiresAt }),
    });
    return { ...record, scopes: [...record.scopes], account, tier };
  }

  async fund(
    walletAddress: string,
    tokens: FundTokens,
    { environment }: { readonly environment: Environment },
  ): Promise<FundedWallet> {
    const request = checkedCall(FundRequestSchema, { environment, walletAddress, tokens });
    return fundWallet(this.world.parts, request.walletAddress, request.tokens, request.environment);
  }

  async setPrice(name: string, usd: number, environment: Environment): Promise<SetPrice> {
    checkedCall(PriceRequestSchema, { environment, token: name, usd });
    const { markets, data } = this.world.parts;
    const market = markets.get(environment);
    const token = market.token(name);
    const symbols = data.tokens.map(({ symbol }) => symbol);
    if (!token) throw invalidField("token", unknownName(name, symbols));
    const { mint, symbol } = token;
    if (mint === USDC_MINT) throw invalidField("token", "must not be USDC, whose price is always 1 USD");
    try {
      await markets.mover(environment).set(token, usd);
    } catch (error) {
      if (error instanceof RangeError || error instanceof SendError)
        throw invalidField("usd", `cannot be set to ${usd} with swaps: ${error.message}`);
      throw error;
    }
    return { environment, mint, symbol, usd: (await market.usdPrice(mint)) ?? usd };
  }

  async setChainAccount(
    pubkey: string,
    account: object | null,
    { environment }: { readonly environment: Environment },
  ): Promise<PlacedAccount> {
    return placeAccount(this.world.parts, { environment, pubkey, account });
  }

  async clone(
    input: readonly string[],
    options: { readonly url: string; readonly environment: Environment },
  ): Promise<PlacedAccount[]> {
    const { url, environment } = options;
    const { addresses, ...from } = checkedCall(CloneRequestSchema, { url, environment, addresses: input });
    if (this.world.parts.ledgers.remote(environment))
      throw new NotOnValidatorError("Accounts cannot be cloned.");
    const { clonedAccounts } = await import("../ledger/validator/clone.js");
    const accounts = await asField(() => clonedAccounts(from.url, addresses));
    const ledger = await this.world.parts.ledgers.get(environment);
    for (const account of accounts) await putAccount(ledger, "addresses", account.address, account);
    return accounts.map(({ address, lamports }) => ({
      environment,
      pubkey: address,
      lamports: String(lamports),
    }));
  }

  putName(name: string, address: string): void {
    this.world.parts.services.names.set(name, address);
  }

  async contract(): Promise<unknown> {
    const { contractInForce } = await import("../api/decisions.js");
    return contractInForce(this.world.parts.readings, this.world.parts.limits);
  }

  async explain(command: string): Promise<unknown> {
    const { explainIn } = await import("../parser/explain.js");
    const explained = explainIn(command, this.world.parts.services.parserWorld());
    const asJson = (_: string, value: unknown): unknown =>
      typeof value === "bigint" ? value.toString() : value;
    return JSON.parse(JSON.stringify(explained, asJson));
  }

  async snapshot(): Promise<WorldSnapshot> {
    return structuredClone(this.world.snapshot());
  }

  snapshotText(): string {
    return JSON.stringify(this.world.snapshot());
  }

  async restore(snapshot: unknown): Promise<void> {
    // Copied, so that later changes to the caller's snapshot do not change the World.
    await this.#restore(structuredClone(snapshot));
  }

  async restoreText(bytes: Uint8Array): Promise<void> {
    await this.#restore(
      await asState(async () => JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes))),
    );
  }

  async #restore(snapshot: unknown): Promise<void> {
    this.world.refuseOnValidator("A snapshot cannot be restored.");
    const { clock, state } = snapshotParts(snapshot, this.world);
    const { readRows } = await import("../world/read-rows.js");
    const incoming = await asState(async () => readRows(this.world, state));
    this.world.take(clock, incoming);
  }

  async reset(): Promise<void> {
    this.world.reset();
    this.forget();
  }
}

/** Reports an invalid option as an invalid field of the request. */
async function asField<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof OptionError)
      throw invalidField(error.option, error.message.slice(error.option.length + 1));
    if (error instanceof RpcResponseError) throw invalidField("url", `cannot be read: ${error.message}`);
    throw error;
  }
}

/** Checks rows from outside. @throws ServiceError 400 with the path of the invalid row */
async function asState<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError)
      throw invalidField("body", "is not valid JSON");
    if (!(error instanceof StateProblem)) throw error;
    throw invalidField(["state", error.path].filter(Boolean).join("."), error.reason);
  }
}

/** A snapshot without its rows. Unknown members are rejected, because ignoring one would restore a different world. */
const SnapshotSchema = z.lazy(() =>
  part({
    version: z.unknown(),
    seed: z.optional(z.unknown()),
    clock: part({
      now: numberThat(
        (now) => now >= 0 && now <= LAST_MOMENT,
        "must be a Unix timestamp in milliseconds, up to the year 9999",
      ),
      running: flag,
    }),
    state: z.optional(z.unknown()),
  }),
);

function snapshotParts(snapshot: unknown, world: World): { clock: ClockReading; state: unknown } {
  // The version is checked first, because a later one can have members that are unknown here.
  if (typeof snapshot === "object" && (snapshot as { version?: unknown } | null)?.version !== 1)
    throw invalidField("version", "must be 1, as returned by snapshot() and GET /_mock/state");
  const { seed, clock, state } = checkedCall(SnapshotSchema, snapshot ?? {});
  if (seed === world.parts.seed) return { clock, state };
  throw invalidField(
    "seed",
    `must be ${JSON.stringify(world.parts.seed)}, the seed of this server; got ${JSON.stringify(seed)}`,
  );
}

/** Size in bytes from which an account takes a noticeable time to write. */
const LONG = 1 << 20;

/**
 * Writes an account dump to a network's chain; `null` removes the account.
 *
 * @throws ServiceError 400 with the invalid field
 * @throws {NotOnValidatorError} on a network that runs on a validator
 */
export async function placeAccount(
  { ledgers }: { readonly ledgers: Ledgers },
  input: { readonly environment: Environment; readonly pubkey: string; readonly account: object | null },
): Promise<PlacedAccount> {
  const { environment, pubkey } = input;
  const account = input.account === null ? undefined : checkedCall(AccountFileSchema, input);
  await putAccount(await ledgers.get(environment), "account", pubkey, account);
  return { environment, pubkey, lamports: String(account?.lamports ?? 0n) };
}

async function putAccount(ledger: LedgerControl, field: string, address: string, account?: ChainAccount) {
  const isLong = (account?.data.length ?? 0) > LONG;
  try {
    // Reading, writing and recording a long account each take time, so other requests run between these steps.
    if (isLong) await nextTurn();
    await ledger.setAccount(address, account);
    if (isLong) await nextTurn();
  } catch (error) {
    // The chain's own accounts (its clock, its rent) only accept data of their type.
    if (error instanceof RangeError)
      throw invalidField(field, `cannot be written to this address: ${error.message}`);
    throw error;
  }
}
