import bs58 from "bs58";
import {
  Account,
  FailedTransactionMetadata,
  LiteSvm,
  type TransactionMetadata,
} from "litesvm/dist/internal.js";
import { genesisAccounts } from "../../mock-server/src/ledger/genesis.js";
import type {
  ChainAccount,
  ChainError,
  Execution,
  Landed,
  Ledger,
  Simulated,
  TokenBalance,
} from "../../mock-server/src/ledger/ledger.js";
import { readTransaction } from "../../mock-server/src/ledger/message.js";
import { SWAP_PROGRAM_BASE64 } from "../../mock-server/src/ledger/swap-program.js";
import { SWAP_PROGRAM_ID } from "../../mock-server/src/market/swap-instruction.js";
import { addressBytes } from "../../mock-server/src/world/addresses.js";
import { decodeTokenAccount } from "../../mock-server/src/world/token-layout.js";
import type { WorldData } from "../../mock-server/src/world/world.js";

/** A bare ledger over LiteSVM. */
export class TinyLedger {
  readonly environment = "live" as const;
  readonly svm = new LiteSvm();
  readonly log: Landed[] = [];
  #signature = 0;
  constructor(readonly world: WorldData) {
    this.svm.setBlockhashCheck(false);
    this.svm.setSigverify(false);
    this.svm.setTransactionHistory(0n);
    this.svm.addProgram(addressBytes(SWAP_PROGRAM_ID), Buffer.from(SWAP_PROGRAM_BASE64, "base64"));
    for (const account of genesisAccounts(world)) this.put(account);
  }
  put({ address, lamports, data, owner, executable }: ChainAccount): void {
    this.svm.setAccount(
      addressBytes(address),
      new Account(lamports, data, addressBytes(owner), executable, 0n),
    );
  }
  get(address: string): ChainAccount | undefined {
    const found = this.svm.getAccount(addressBytes(address));
    if (!found || found.lamports() === 0n) return undefined;
    return {
      address,
      lamports: found.lamports(),
      owner: bs58.encode(found.owner()),
      executable: found.executable(),
      data: found.data(),
    };
  }
  accounts(addresses: readonly string[]) {
    return Promise.resolve(addresses.map((address) => this.get(address)));
  }
  latestBlockhash() {
    return Promise.resolve({ blockhash: this.world.faucet.address, lastValidBlockHeight: 150, slot: 1 });
  }
  #balances(keys: readonly string[], at: (address: string) => ChainAccount | undefined): TokenBalance[] {
    return keys.flatMap((key, accountIndex) => {
      const account = at(key);
      const held = account && decodeTokenAccount(account.owner, account.data);
      const decimals = this.world.tokens.find((token) => token.mint === held?.mint)?.decimals ?? 0;
      return held && account
        ? [
            {
              accountIndex,
              mint: held.mint,
              owner: held.owner,
              programId: account.owner,
              amount: held.amount,
              decimals,
            },
          ]
        : [];
    });
  }
  #execution(
    keys: readonly string[],
    pre: Map<string, ChainAccount | undefined>,
    post: Map<string, ChainAccount | undefined>,
    meta: TransactionMetadata,
    err: ChainError | null,
  ): Execution {
    return {
      err,
      logs: meta.logs(),
      unitsConsumed: Number(meta.computeUnitsConsumed()),
      fee: 5000n,
      accountKeys: keys,
      loadedWritable: 0,
      loadedReadonly: 0,
      preBalances: keys.map((key) => pre.get(key)?.lamports ?? 0n),
      postBalances: keys.map((key) => post.get(key)?.lamports ?? 0n),
      preTokenBalances: this.#balances(keys, (key) => pre.get(key)),
      postTokenBalances: this.#balances(keys, (key) => post.get(key)),
      innerInstructions: [],
    };
  }
  #error(failed: FailedTransactionMetadata): ChainError {
    const text = failed.toString();
    const at = /InstructionError\((\d+), (?:Custom\((\d+)\)|(\w+))/.exec(text);
    if (at) return { InstructionError: [Number(at[1]), at[2] ? { Custom: Number(at[2]) } : at[3]] };
    const rent = /InsufficientFundsForRent \{ account_index: (\d+)/.exec(text);
    if (rent) return { InsufficientFundsForRent: { account_index: Number(rent[1]) } };
    return /err: (\w+)/.exec(text)?.[1] ?? text;
  }
  simulate(wire: Uint8Array): Promise<Simulated> {
    const keys = readTransaction(wire).staticKeys;
    const pre = new Map(keys.map((key) => [key, this.get(key)]));
    const result = this.svm.simulateVersionedTransaction(wire);
    if (result instanceof FailedTransactionMetadata) {
      return Promise.resolve({
        ...this.#execution(keys, pre, pre, result.meta(), this.#error(result)),
        postAccounts: [],
      });
    }
    const post = new Map(pre);
    for (const one of result.postAccounts()) {
      const account = one.account();
      const address = bs58.encode(one.address);
      post.set(address, {
        address,
        lamports: account.lamports(),
        owner: bs58.encode(account.owner()),
        executable: false,
        data: account.data(),
      });
    }
    return Promise.resolve({ ...this.#execution(keys, pre, post, result.meta(), null), postAccounts: [] });
  }
  send(wire: Uint8Array): Promise<string> {
    const keys = readTransaction(wire).staticKeys;
    const pre = new Map(keys.map((key) => [key, this.get(key)]));
    const result = this.svm.sendVersionedTransaction(wire);
    const post = new Map(keys.map((key) => [key, this.get(key)]));
    const failed = result instanceof FailedTransactionMetadata;
    const bytes = new Uint8Array(64).fill(1);
    bytes[0] = this.#signature++;
    const signature = bs58.encode(bytes);
    this.log.unshift({
      ...this.#execution(
        keys,
        pre,
        post,
        failed ? result.meta() : result,
        failed ? this.#error(result) : null,
      ),
      signature,
      slot: 1,
      at: 0,
      commitment: "confirmed",
      wire,
      fee: 5000n,
    });
    return Promise.resolve(signature);
  }
  transaction(signature: string) {
    return Promise.resolve(this.log.find((one) => one.signature === signature));
  }
  landed(address: string, page: { before?: string; limit: number }) {
    const mine = this.log.filter((one) => one.accountKeys.includes(address));
    const start = page.before === undefined ? 0 : mine.findIndex((one) => one.signature === page.before) + 1;
    return Promise.resolve(mine.slice(start, start + page.limit));
  }
  asLedger(): Ledger {
    return this as unknown as Ledger;
  }
}
