import { setTimeout as sleep } from "node:timers/promises";
import { type Environment, NATIVE_MINT, PROGRAM_IDS } from "intent-tx/contract";
import type { WorldData } from "../../fixtures/world-data.js";
import { messageHash } from "../../formats/signatures.js";
import { decodeMint } from "../../formats/token-layout.js";
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
  type LedgerEvent,
  SendError,
  type SignatureStatus,
  type SimulateOptions,
  type TokenAccount,
} from "../ledger.js";
import { loadKeys } from "../lookup-tables.js";
import { readSent } from "../sent.js";
import { BLOCKHASH_BLOCKS } from "../slots.js";
import { tokenAccountOf } from "../token-accounts.js";
import {
  accountOf,
  BASE64,
  CONFIRMED,
  pagesOf,
  type RpcAccount,
  type RpcSimulation,
  tokenBalancesOf,
} from "./decode.js";
import { readLandedTransactions, readStatuses, signaturesOf } from "./history.js";
import { RpcClient, RpcResponseError } from "./rpc-client.js";
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

/** Maximum age (ms) of builds that can still land when a server with a state file restarts. */
const PENDING_MS = 180_000;
/** Maximum accounts per call. */
const ACCOUNTS = 100;
const POLL_MS = 100;
/** Lamports for fees that the faucet's wallet needs in addition to the amount. */
const FEES = 10_000n;
const INVALID_PARAMS = -32_602;
const BAD_SIGNATURE = -32_003;

/** The ledger of a validator, queried over JSON-RPC at commitment `confirmed`. */
class ValidatorLedger implements ControlledLedger {
  readonly environment: Environment;
  readonly #watch: ValidatorWatch;
  readonly #faucet: Faucet;
  /** Message hashes of the funding transactions. */
  readonly #funded = new Set<string>();
  /** The newest known slot and last valid block height. A build's blockhash is never newer than these. */
  #newest = { slot: 0, lastValidBlockHeight: 0 };

  constructor(
    private readonly client: RpcClient,
    private readonly options: ValidatorLedgerOptions,
  ) {
    const { environment, state, world, isReported = () => false } = options;
    this.environment = environment;
    this.#faucet = new Faucet(world, environment, state);
    this.#watch = new ValidatorWatch(client, isReported);
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
    const { state } = this.options;
    const known = state.genesisOf(this.environment);
    state.follow(this.environment, genesis);
    if (known === undefined || known === genesis) return;
    this.#newest = { slot: 0, lastValidBlockHeight: 0 };
    this.#funded.clear();
    this.#watch.clear();
  }

  slot(): Promise<number> {
    return this.client.call("getSlot", [CONFIRMED]);
  }

  async accounts(addresses: readonly string[]): Promise<(ChainAccount | undefined)[]> {
    const answers = await this.client.batch<{ value: readonly (RpcAccount | null)[] }>(
      pagesOf(addresses, ACCOUNTS).map((page) => ({ method: "getMultipleAccounts", params: [page, BASE64] })),
    );
    const found = answers.flatMap(({ value }) => value);
    return addresses.map((address, at) => accountOf(address, found[at] ?? null));
  }

  async tokenAccounts(owner: string): Promise<TokenAccount[]> {
    const answers = await this.client.batch<{ value: readonly { pubkey: string; account: RpcAccount }[] }>(
      [PROGRAM_IDS.token, PROGRAM_IDS.token2022].map((programId) => ({
        method: "getTokenAccountsByOwner",
        params: [owner, { programId }, BASE64],
      })),
    );
    const found = answers.flatMap(({ value }) =>
      value.flatMap(({ pubkey, account }) => tokenAccountOf(accountOf(pubkey, account)) ?? []),
    );
    // The validator returns the accounts in the order of an index that changes over time.
    return found.sort((a, b) => (a.address < b.address ? -1 : 1));
  }

  async simulate(
    wire: Uint8Array,
    { sigVerify = false, replaceRecentBlockhash = false }: SimulateOptions = {},
  ): Promise<Execution> {
    const transaction = readSent(wire);
    const tables = transaction.lookups.map(({ table }) => table);
    const found = await this.accounts(tables);
    const { accountKeys } = loadKeys(transaction, (address) => found[tables.indexOf(address)]);
    const bytes = Buffer.from(transaction.wire).toString("base64");
    const config = { ...BASE64, sigVerify, replaceRecentBlockhash };
    const { value } = await this.client
      .call<{ value: RpcSimulation }>("simulateTransaction", [bytes, config])
      .catch((error: unknown) => {
        throw asSendError(error);
      });
    const { err, logs, unitsConsumed = 0, loadedAccountsDataSize } = value;
    return {
      accountKeys,
      err,
      logs: logs ?? [],
      unitsConsumed,
      ...tokenBalancesOf(value),
      ...(loadedAccountsDataSize !== undefined && { loadedAccountsDataSize }),
    };
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

  /**
   * Funds a wallet and waits for the confirmation. SOL comes from the world's faucet if the chain has it, otherwise from
   * the validator's own faucet. Tokens come from the world's mint authority.
   *
   * @throws {NotOnValidatorError} for a token that the world's authority cannot mint
   * @throws {SendError} when the chain rejects a transaction, or a transaction expires before it lands
   */
  async fund(wallet: string, amounts: FundAmounts): Promise<string[]> {
    const { lamports = 0n, tokens = new Map<string, bigint>() } = amounts;
    await this.#checkMints([...tokens.keys()]);
    const { blockhash, lastValidBlockHeight } = await this.latestBlockhash();
    const [faucet] = lamports > 0n ? await this.accounts([this.options.world.faucet.address]) : [];
    const airdropped = lamports > 0n && (faucet?.lamports ?? 0n) < lamports + FEES;
    const signatures = airdropped
      ? [await this.client.call<string>("requestAirdrop", [wallet, Number(lamports)])]
      : [];
    const own = airdropped ? { tokens } : amounts;
    const wires = this.#faucet.transactions(wallet, own, blockhash, (message) => {
      const hash = messageHash(message);
      const isRepeated = this.#funded.has(hash);
      this.#funded.add(hash);
      return isRepeated;
    });
    for (const wire of wires) signatures.push(await this.send(wire));
    await this.#confirm(signatures, lastValidBlockHeight);
    return signatures;
  }

  async #checkMints(mints: readonly string[]): Promise<void> {
    const accounts = await this.accounts(mints);
    for (const [at, mint] of mints.entries()) {
      if (mint === NATIVE_MINT) continue;
      const account = accounts[at];
      const found = account && decodeMint(account.owner, account.data);
      if (found?.mintAuthority === this.options.world.mintAuthority.address) continue;
      const what = found ? "belongs to a different authority" : "does not exist on this chain";
      throw new NotOnValidatorError(
        `The mint ${mint} ${what}, so its tokens cannot be minted; start the validator with npx @intent-tx/mock-server validator and the same seed.`,
      );
    }
  }

  /** Waits until transactions are confirmed, at most until a block height. */
  async #confirm(signatures: readonly string[], until: number): Promise<void> {
    for (;;) {
      // The height is read first, so that the statuses include the last block in which the transaction could land.
      const height = await this.client.call<number>("getBlockHeight", [CONFIRMED]);
      const statuses = await this.statuses(signatures);
      for (const status of statuses) {
        if (!status?.err) continue;
        throw new SendError("preflight", `Funding failed: ${describeChainError(status.err)}`);
      }
      if (statuses.every((status) => status !== undefined && status.commitment !== "processed")) return;
      if (height > until)
        throw new SendError(
          "preflight",
          "The funding transaction did not land before its blockhash expired; try again",
        );
      await sleep(POLL_MS);
    }
  }

  async landWithoutFaults(): Promise<string> {
    throw new NotOnValidatorError("The world's wallets can trade only on an in-process ledger.");
  }

  async setAccount(address: string): Promise<void> {
    throw new NotOnValidatorError(`The account ${address} cannot be replaced; fund it instead.`);
  }
}

function asSendError(error: unknown): unknown {
  if (!(error instanceof RpcResponseError)) return error;
  if (error.code === BAD_SIGNATURE) return new SendError("signature", error.reason);
  return error.code === INVALID_PARAMS ? new SendError("malformed", error.reason) : error;
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
