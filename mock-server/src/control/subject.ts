import type { Environment, IssuedKey, Scope, Tier } from "intent-tx/contract";
import type { Duration } from "../kernel/duration.js";

/** The clock as the control plane shows it. */
export interface ClockView {
  /** ISO 8601. */
  readonly now: string;
  /** Whether it goes on with wall time. */
  readonly running: boolean;
}

/** A key to issue without asking for anybody's rights. */
export interface IssueKeyRequest {
  /** Tier of the account. */
  readonly tier: Tier;
  /** Default `live`. */
  readonly environment?: Environment | undefined;
  /** Default `["admin"]`. */
  readonly scopes?: readonly Scope[] | undefined;
  /** Default `"control"`. */
  readonly name?: string | undefined;
  /** ISO 8601; default never. */
  readonly expiresAt?: string | undefined;
  /** A new name makes an account, a known one adds a key to it; without it each call makes one. */
  readonly account?: string | undefined;
}

/** A key issued by the control plane: the contract's record with its secret, and whose it is. */
export type IssuedControlKey = IssuedKey & { readonly account: string; readonly tier: Tier };

/** Amounts to add to a wallet, in human units by symbol. */
export type FundTokens = Readonly<Record<string, string | number>>;

/** A wallet and its balances after it was funded. */
export interface FundedWallet {
  /** The network on which it was funded. */
  readonly environment: Environment;
  /** Base58 address. */
  readonly walletAddress: string;
  /** Human units by symbol, exact. */
  readonly balances: Readonly<Record<string, string>>;
}

/** An account that was put on a chain. */
export interface PlacedAccount {
  /** The network of the chain. */
  readonly environment: Environment;
  /** Base58 address. */
  readonly pubkey: string;
  /** A decimal string; `"0"` for one that was removed. */
  readonly lamports: string;
}

/** The object that the control plane acts on: a World with its clock. The server has the same methods. */
export interface ControlSubject {
  health(): Promise<Record<string, unknown>>;
  clockView(): ClockView;
  advanceClock(by: Duration): Promise<void>;
  setClock(now: string | number): Promise<void>;
  resumeClock(): void;
  issueKey(request: IssueKeyRequest): IssuedControlKey;
  fund(
    walletAddress: string,
    tokens: FundTokens,
    options: { readonly environment: Environment },
  ): Promise<FundedWallet>;
  setChainAccount(
    address: string,
    account: object | null,
    options: { readonly environment: Environment },
  ): Promise<PlacedAccount>;
  putName(name: string, address: string): void;
  contract(): Promise<unknown>;
  explain(command: string): Promise<unknown>;
  /** Everything as JSON, in parts. */
  snapshotText(): AsyncIterable<string>;
  /** Restores what {@link snapshotText} gave. */
  restoreText(bytes: Uint8Array): Promise<void>;
  reset(): Promise<void>;
}
