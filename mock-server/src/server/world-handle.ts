import type { Environment } from "intent-tx/contract";
import * as z from "zod/mini";
import { onNetwork } from "../control/command.js";
import type { PlacedAccount } from "../control/commands/chain-accounts.js";
import type { FundedWallet, FundTokens } from "../control/commands/fund.js";
import type { ServerHealth } from "../control/commands/health.js";
import type { IssuedControlKey, IssueKeyRequest } from "../control/commands/keys.js";
import type { PriceControl } from "../control/commands/prices.js";
import { reset, restore } from "../control/commands/state.js";
import { runCommand } from "../control/commands.js";
import type { RequestLog } from "../control/log/request-log.js";
import type { Faults } from "../faults/faults.js";
import type { WorldOption } from "../fixtures/option.js";
import { checkedOptions } from "../kernel/checked.js";
import type { ServerClock } from "../world/server-clock.js";
import type { WalletKeys, WorldSnapshot } from "../world/world.js";
import type { Host } from "./host.js";

/** API keys by name; the `world` option adds its accounts' keys. */
export interface WorldKeySecrets {
  /** Free tier, live network. */
  readonly free: string;
  /** Pro tier, live network. */
  readonly pro: string;
  /** Enterprise tier, live network. */
  readonly enterprise: string;
  /** Free tier, test network. */
  readonly test: string;
  readonly [name: string]: string | undefined;
}

/** The world's wallets by name; the `world` option adds its own. */
export interface WorldWallets {
  /** Funded on both networks; `alice.sol`. */
  readonly alice: WalletKeys;
  /** Funded on both networks; `bob.sol`. */
  readonly bob: WalletKeys;
  readonly [name: string]: WalletKeys;
}

/** A server's world for tests: its content, and the methods that change it. */
export abstract class WorldHandle {
  readonly #host: Host;
  readonly #clock: ServerClock;

  /** @internal */
  constructor(host: Host, clock: ServerClock) {
    this.#host = host;
    this.#clock = clock;
  }

  /** The seed of all randomness. */
  get seed(): string {
    return this.#host.root.world.parts.seed;
  }

  /** API keys of the world: `free`, `pro`, `enterprise`, `test`, and one for each account of the `world` option. */
  get keys(): WorldKeySecrets {
    return this.#host.root.world.parts.secrets as WorldKeySecrets;
  }

  /** Key ids by the same names. */
  get keyIds(): WorldKeySecrets {
    return this.#host.root.world.parts.keyIds as WorldKeySecrets;
  }

  /** The world's wallets, including `alice` and `bob`, with their signing keys. */
  get wallets(): WorldWallets {
    return this.#host.root.world.wallets as WorldWallets;
  }

  /** Arms and disarms faults. */
  get faults(): Faults {
    return this.#host.root.world.parts.faults;
  }

  /** The last API requests, for queries and assertions. */
  get requests(): RequestLog {
    return this.#host.root.log;
  }

  /** The server clock. */
  get clock(): ServerClock {
    return this.#clock;
  }

  /** Sets token prices. */
  get prices(): PriceControl {
    return {
      set: async (token, usd, options = {}) => {
        this.#host.refuseClosed("prices.set");
        return runCommand(this.#host.root, "POST /prices", { ...onNetwork(options), token, usd });
      },
    };
  }

  /**
   * Adds tokens to a wallet by real transactions, in human units by symbol.
   *
   * @param walletAddress Base58 address; a new wallet is created with its first token.
   * @param tokens Amounts in human units by symbol: `{ SOL: "10" }`.
   * @param options The network; `live` by default.
   * @throws {@link ServiceError} 400 whose `field` is the invalid symbol or amount
   * @throws ClosedError if the server is closed.
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   *
   * await using server = await createMockServer({ seed: 1 });
   * const { balances } = await server.fund(server.wallets.bob.address, { SOL: "10", USDC: "500" });
   * console.log(balances.USDC);
   * ```
   */
  async fund(
    walletAddress: string,
    tokens: FundTokens,
    options: { readonly environment?: Environment } = {},
  ): Promise<FundedWallet> {
    this.#host.refuseClosed("fund");
    return runCommand(this.#host.root, "POST /fund", { ...onNetwork(options), walletAddress, tokens });
  }

  /**
   * Copies accounts from a running chain. A program is copied with its code.
   *
   * @param addresses Base58 addresses.
   * @param options The source chain: its JSON-RPC URL, or `mainnet-beta`, `devnet`, `testnet`, `localhost`; and the
   * network that gets the accounts, `live` by default.
   * @throws {@link ServiceError} 400 with the invalid `field`; 503 if the chain does not respond
   * @throws {@link NotOnValidatorError} on a network that runs on a validator.
   * @throws ClosedError if the server is closed.
   * @example
   * ```ts no-run
   * import { createMockServer } from "@intent-tx/mock-server";
   *
   * await using server = await createMockServer({ seed: 1 });
   * await server.clone(["JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4"], { url: "mainnet-beta" });
   * ```
   */
  async clone(
    addresses: readonly string[],
    options: { readonly url: string; readonly environment?: Environment },
  ): Promise<PlacedAccount[]> {
    this.#host.refuseClosed("clone");
    return (await runCommand(this.#host.root, "POST /clone", { ...onNetwork(options), addresses })).data;
  }

  /**
   * Issues an API key without a permission check. Default scopes: `["admin"]`.
   *
   * @param request Tier, and optionally environment, scopes, name, expiry and account.
   * @throws {@link ServiceError} 400 with the invalid `field`.
   * @throws ClosedError if the server is closed.
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   *
   * await using server = await createMockServer({ seed: 1 });
   * const { key, account } = await server.issueKey({ tier: "pro", scopes: ["read:prices"] });
   * ```
   */
  async issueKey(request: IssueKeyRequest): Promise<IssuedControlKey> {
    this.#host.refuseClosed("issueKey");
    return runCommand(this.#host.root, "POST /keys", onNetwork(request));
  }

  /**
   * The server's health, as in `GET /_mock/health`.
   *
   * @throws nothing; problems are part of the result.
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   *
   * await using server = await createMockServer({ seed: 1 });
   * console.log((await server.health()).status); // ok
   * ```
   */
  async health(): Promise<ServerHealth> {
    return runCommand(this.#host.root, "GET /health");
  }

  /**
   * Returns the parser's analysis of a command: spans, candidates and confidence factors.
   *
   * @param command The command as a user would write it.
   * @throws nothing; a refused command has an analysis, too.
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   *
   * await using server = await createMockServer({ seed: 1 });
   * console.log(await server.explain("swap 1 SOL for USDC"));
   * ```
   */
  async explain(command: string): Promise<unknown> {
    return runCommand(this.#host.root, "POST /explain", { command });
  }

  /**
   * A snapshot of the whole world as plain JSON, for `restore`.
   *
   * @throws an error of the ledger if it runs over a validator, which has no snapshots.
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   *
   * await using server = await createMockServer({ seed: 1 });
   * const before = await server.snapshot();
   * await server.fund(server.wallets.alice.address, { SOL: "1" });
   * await server.restore(before);
   * ```
   */
  async snapshot(): Promise<WorldSnapshot> {
    return structuredClone(this.#host.root.world.snapshot());
  }

  /**
   * Restores a snapshot of this seed: the whole world, including the clock.
   *
   * @param snapshot Result of `snapshot`, on this server or another with the same seed.
   * @throws {@link ServiceError} 400 with the path of the invalid part; the world is then unchanged.
   * @throws {@link NotOnValidatorError} on a network that runs on a validator.
   * @throws ClosedError if the server is closed.
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   *
   * await using server = await createMockServer({ seed: 1 });
   * const before = await server.snapshot();
   * await server.clock.advance("24h");
   * await server.restore(before);
   * ```
   */
  async restore(snapshot: WorldSnapshot): Promise<void> {
    this.#host.refuseClosed("restore");
    // Copied, so that later changes to the snapshot do not change the World.
    return restore(this.#host.root.world, structuredClone(snapshot));
  }

  /**
   * Resets the world to its seed: keys, data and clock. With `world`, the server then has this world until the next
   * reset; WebSocket connections close.
   *
   * @param options `world` replaces the `world` option of the start. Default: the option of the start.
   * @throws {@link OptionError} with the path of an invalid part of `world`; the world is then unchanged.
   * @throws {@link NotOnValidatorError} for a `world` if a network runs on a validator.
   * @throws ClosedError if the server is closed.
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   *
   * await using server = await createMockServer({ seed: 1 });
   * await server.fund(server.wallets.alice.address, { SOL: "1" });
   * await server.reset();
   * await server.reset({ world: { wallets: { carol: { SOL: "10" } } } });
   * ```
   */
  async reset(options: { readonly world?: WorldOption } = {}): Promise<void> {
    this.#host.refuseClosed("reset");
    return reset(this.#host.root, checkedOptions({ world: z.custom<WorldOption>() }, options).world);
  }
}
