import type { Environment } from "intent-tx/contract";
import type { WorldData } from "../../fixtures/world-data.js";
import { messageHash } from "../../formats/signatures.js";
import { signatureOf } from "../../formats/transaction.js";
import type { Clock } from "../../kernel/clock.js";
import { NotOnValidatorError } from "../../kernel/errors.js";
import type { State } from "../../state/state.js";
import { describeChainError } from "../chain-errors.js";
import { Faucet } from "../faucet.js";
import {
  type ChainAccount,
  type ControlledLedger,
  type Execution,
  type FundAmounts,
  type Landed,
  type LandedPage,
  type Ledger,
  type LedgerEvent,
  SendError,
  type SignatureStatus,
  type SimulateOptions,
  type TokenAccount,
} from "../ledger.js";
import { readSent } from "../sent.js";
import { BLOCKHASH_BLOCKS } from "../slots.js";
import { readAccounts, readTokenAccounts } from "./decode.js";
import { fundOver } from "./funding.js";
import { readLandedTransactions, readStatuses, signaturesOf } from "./history.js";
import { RpcClient } from "./rpc-client.js";
import { simulateOver } from "./simulation.js";
import { sendBytes, ValidatorWatch } from "./watch.js";

export interface ValidatorLedgerOptions {
  readonly environment: Environment;
  readonly state: State;
  readonly clock: Clock;
  readonly world: WorldData;
  /** The validator's JSON-RPC URL. */
  readonly url: string;
  /** Returns true if an earlier process already reported that the transaction landed. Default: always false. */
  readonly isReported?: (signature: string) => boolean;
  /** Returns the wallets with builds since the given time. These builds can still land. Default: none. */
  readonly builtSince?: (moment: number) => Iterable<string>;
}

const CONFIRMED = { commitment: "confirmed" } as const;
/** Maximum age (ms) of builds that can still land when a server with a state file restarts. */
const PENDING_MS = 180_000;

/** The ledger of a validator, queried over JSON-RPC at commitment `confirmed`. */
class ValidatorLedger implements ControlledLedger {
  readonly environment: Environment;
  readonly #watch: ValidatorWatch;
  readonly #world: WorldData;
  readonly #faucet: Faucet;
  /** Message hashes of the funding transactions. */
  readonly #funded = new Set<string>();
  readonly #state: State;
  /** The newest known slot and last valid block height. A build's blockhash is never newer than these. */
  #newest = { slot: 0, lastValidBlockHeight: 0 };

  constructor(
    private readonly client: RpcClient,
    { environment, state, world, isReported }: ValidatorLedgerOptions,
  ) {
    this.environment = environment;
    this.#state = state;
    this.#world = world;
    this.#faucet = new Faucet(world, environment, state);
    this.#watch = new ValidatorWatch(client, isReported ?? (() => false));
  }

  watch(wallet: string): void {
    this.expect(wallet, this.#newest.slot);
  }

  /** Watches a wallet's transactions from a slot until the latest blockhash expires. */
  expect(wallet: string, fromSlot: number): void {
    this.#watch.wallet(wallet, fromSlot, this.#newest.lastValidBlockHeight + 1);
  }

  /** Always a confirmed block's hash, because a new validator charges no fees for its first blockhashes. */
  async latestBlockhash() {
    const { context, value } = await this.client.call<{
      context: { slot: number };
      value: { blockhash: string; lastValidBlockHeight: number };
    }>("getLatestBlockhash", [CONFIRMED]);
    const { blockhash, lastValidBlockHeight } = value;
    if (context.slot < this.#newest.slot) await this.follow();
    const slot = Math.max(this.#newest.slot, context.slot);
    const last = Math.max(this.#newest.lastValidBlockHeight, lastValidBlockHeight);
    this.#newest = { slot, lastValidBlockHeight: last };
    return { blockhash, lastValidBlockHeight, slot: context.slot };
  }

  /**
   * Records the chain's genesis hash. If the hash changes, the chain was reset, and pending transactions will never
   * land. A node that only lags behind has the same hash.
   */
  async follow(): Promise<void> {
    const genesis = await this.client.call<string>("getGenesisHash");
    const known = this.#state.genesisOf(this.environment);
    this.#state.follow(this.environment, genesis);
    if (known === undefined || known === genesis) return;
    this.#newest = { slot: 0, lastValidBlockHeight: 0 };
    this.#funded.clear();
    this.#watch.clear();
  }

  slot(): Promise<number> {
    return this.client.call("getSlot", [CONFIRMED]);
  }

  accounts(addresses: readonly string[]): Promise<(ChainAccount | undefined)[]> {
    return readAccounts(this.client, addresses);
  }

  tokenAccounts(owner: string): Promise<TokenAccount[]> {
    return readTokenAccounts(this.client, owner);
  }

  async simulate(wire: Uint8Array, options: SimulateOptions = {}): Promise<Execution> {
    return simulateOver(this.client, (addresses) => this.accounts(addresses), readSent(wire), options);
  }

  /** Returns the bytes unchanged, because faults do not apply on a validator. */
  async applyBuildFaults(wire: Uint8Array): Promise<Uint8Array> {
    return wire;
  }

  async send(wire: Uint8Array): Promise<string> {
    const transaction = readSent(wire);
    const { err } = await this.simulate(wire, { sigVerify: true });
    if (err !== null)
      throw new SendError("preflight", `Transaction simulation failed: ${describeChainError(err)}`);
    // The simulation above replaces the validator's own preflight.
    await sendBytes(this.client, wire);
    const signature = signatureOf(transaction);
    this.#watch.sent(signature, wire, transaction.blockhash);
    return signature;
  }

  statuses(signatures: readonly string[]): Promise<(SignatureStatus | undefined)[]> {
    return readStatuses(this.client, signatures);
  }

  async transaction(signature: string): Promise<Landed | undefined> {
    const [landed] = await readLandedTransactions(this.client, [signature]);
    return landed;
  }

  async landed(address: string, page: LandedPage): Promise<Landed[]> {
    const own = (await this.tokenAccounts(address)).map((account) => account.address);
    return readLandedTransactions(this.client, await signaturesOf(this.client, [address, ...own], page));
  }

  subscribe(listener: (event: LedgerEvent) => void): () => void {
    return this.#watch.subscribe(listener);
  }

  async fund(wallet: string, amounts: FundAmounts): Promise<string[]> {
    const parts = { client: this.client, ledger: this as Ledger, faucet: this.#faucet, world: this.#world };
    return fundOver(parts, wallet, amounts, (message) => {
      const hash = messageHash(message);
      if (this.#funded.has(hash)) return true;
      this.#funded.add(hash);
      return false;
    });
  }

  async landWithoutFaults(): Promise<string> {
    throw new NotOnValidatorError("The world's wallets can trade only on an in-process ledger.");
  }

  async setAccount(address: string): Promise<void> {
    throw new NotOnValidatorError(`The account ${address} cannot be replaced; fund it instead.`);
  }
}

/**
 * Creates an environment's ledger over a running validator. The ledger stores only pending transactions.
 *
 * @throws {OptionError} when `url` is not an HTTP address
 * @throws {RpcUnreachableError} if the validator does not respond
 */
export async function createValidatorLedger(options: ValidatorLedgerOptions): Promise<ControlledLedger> {
  const { clock, url, builtSince } = options;
  const ledger = new ValidatorLedger(new RpcClient(url), options);
  await ledger.follow();
  const { slot } = await ledger.latestBlockhash();
  for (const wallet of builtSince?.(clock.now() - PENDING_MS) ?? []) {
    ledger.expect(wallet, Math.max(0, slot - 3 * BLOCKHASH_BLOCKS));
  }
  return ledger;
}
