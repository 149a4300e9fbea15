/** An address: base58, or a `PublicKey` of `@solana/web3.js`. @inline */
export type AddressLike =
  | string
  | {
      /** The address as base58. */
      toBase58(): string;
    };

/**
 * The edits of wallets to accept when the signed transaction is read again. `usual`: Lighthouse assertions that only
 * read accounts, another compute-unit limit and price within the fee limit, another valid blockhash, and version 0
 * instead of legacy. `guards`: only the assertions. `none`: no edit.
 * @inline
 */
export type WalletEdits = "usual" | "guards" | "none";

/** One edit of a wallet that was accepted. Each Lighthouse assertion is a `guard` of its own. */
export type WalletEdit =
  | "guard"
  | "compute-unit-limit"
  | "priority-fee"
  | "loaded-data"
  | "blockhash"
  | "version";

export interface EditLimits {
  readonly rule: WalletEdits;
  /** Maximum of fee and rent of the signed transaction, in lamports. */
  readonly maxCost: bigint;
}

/** A `Keypair` of `@solana/web3.js`, or an object with its two fields. */
export interface KeypairSigner {
  /** The address of the signer. */
  readonly publicKey: AddressLike;
  /** The 64 bytes of the key. They never leave the process. */
  readonly secretKey: Uint8Array;
}

/** A wallet adapter, or a wallet injected into the page. It shows the transaction to the user and signs it. */
export interface WalletSigner {
  /** The address of the signer. Null while the wallet is not connected. */
  readonly publicKey: AddressLike | null;
  // `never` accepts any adapter without depending on the types of web3.js.
  /**
   * Shows the transaction to the user and signs it.
   * @param transaction A `VersionedTransaction`, or an object with its fields.
   */
  signTransaction(transaction: never): Promise<{
    /** The signed bytes. */
    serialize(): Uint8Array;
  }>;
}

/** A wallet adapter whose address is a string, such as Mobile Wallet Adapter and embedded wallets. @inline */
export interface AddressedWalletSigner {
  /** The base58 address of the signer. */
  readonly address: string;
  /**
   * Shows the transaction to the user, signs it, and returns the signed transaction or its bytes.
   * @param transaction A `VersionedTransaction`, or an object with its fields.
   */
  signTransaction(transaction: never): Promise<
    | Uint8Array
    | {
        /** The signed bytes. */
        serialize(): Uint8Array;
      }
  >;
}

/**
 * A wallet that cannot sign without sending: an adapter, or an injected wallet that sends through its own node. The sent
 * transaction cannot be compared with the verified one before it is sent.
 * @inline
 */
export type SendingWalletSigner = {
  /** The address of the signer. Null while the wallet is not connected. */
  readonly publicKey: AddressLike | null;
} & (
  | {
      /** Signs the transaction, sends it over the given `Connection` and returns the signature. */
      sendTransaction(transaction: never, connection: never, options?: never): Promise<string>;
    }
  | {
      /** Signs the transaction, sends it and returns the signature. */
      signAndSendTransaction(
        transaction: never,
        options?: never,
      ): Promise<{ readonly signature: string } | string>;
    }
);

/** Any other source of ed25519 signatures: WebCrypto, a key service, a hardware wallet. @inline */
export interface BytesSigner {
  /** The address of the signer. */
  readonly publicKey: AddressLike;
  /**
   * Returns the 64-byte signature of a message, as bytes or base58.
   * @param message The bytes to sign.
   */
  signBytes(message: Uint8Array): Promise<Uint8Array | string>;
}

/**
 * A signer of `@solana/kit`: a `TransactionPartialSigner` such as a `KeyPairSigner`, a `TransactionModifyingSigner`,
 * whose changes are limited by `walletEdits`, or a `TransactionSendingSigner`, which sends through its own node.
 * @inline
 */
export type KitSigner = {
  /** The address of the signer. */
  readonly address: string;
} & (
  | {
      /** Returns each transaction's signatures by address. */
      signTransactions(transactions: never, config?: never): Promise<readonly object[]>;
    }
  | {
      /** Returns the signed transactions. */
      modifyAndSignTransactions(transactions: never, config?: never): Promise<readonly object[]>;
    }
  | {
      /** Signs the transactions, sends them and returns the signatures as bytes. */
      signAndSendTransactions(transactions: never, config?: never): Promise<readonly ArrayLike<number>[]>;
    }
);

/** A wallet session of `@solana/client` and `@solana/react-hooks`: `useWalletConnection().wallet`. @inline */
export interface WalletSessionSigner {
  /** The connected account. */
  readonly account: {
    /** Base58 address. */
    readonly address: string;
  };
  /**
   * Returns the signed transaction. Missing if the wallet cannot sign without sending.
   * @param transaction A transaction of `@solana/kit`.
   */
  signTransaction?(transaction: never): Promise<object>;
  /**
   * Signs the transaction, sends it and returns the signature.
   * @param transaction A transaction of `@solana/kit`.
   * @param config The session's own send options.
   */
  sendTransaction?(transaction: never, config?: never): Promise<string>;
}

/** An account of the Wallet Standard. @inline */
export interface StandardAccount {
  /** Base58 address. */
  readonly address: string;
  /** Chains on which the account can be used, such as `solana:mainnet`. */
  readonly chains?: readonly string[];
}

/** A Wallet Standard wallet, with `solana:signTransaction` or `solana:signAndSendTransaction`. @inline */
export interface StandardWallet {
  /** Features of the wallet, by name. */
  readonly features: object;
  /** Connected accounts. The account of `walletAddress` signs. Without it, the only account signs. */
  readonly accounts: readonly StandardAccount[];
}

/** A Wallet Standard wallet and the account that signs. @inline */
export interface StandardAccountSigner {
  /** The wallet. */
  readonly wallet: Pick<StandardWallet, "features">;
  /** The account that signs. */
  readonly account: StandardAccount;
  /**
   * Chain of the transaction, such as `solana:devnet`. Default: the account's first Solana chain. If the wallet cannot
   * sign without sending, and `connection` is on mainnet, devnet or testnet, the default is that chain, and another one
   * is an error.
   */
  readonly chain?: string | undefined;
}

/** Any supported signer, as its library or wallet provides it. */
export type TransactionSigner =
  | KeypairSigner
  | WalletSigner
  | AddressedWalletSigner
  | SendingWalletSigner
  | BytesSigner
  | KitSigner
  | WalletSessionSigner
  | StandardWallet
  | StandardAccountSigner;
