/** An address: base58, or a `PublicKey` of `@solana/web3.js`. */
export type AddressLike =
  | string
  | {
      /** The address as base58. */
      toBase58(): string;
    };

/** A `Keypair` of `@solana/web3.js`, or an object with its two fields. */
export interface KeypairSigner {
  /** The address that it signs for. */
  readonly publicKey: AddressLike;
  /** The 64 bytes of the key. They never leave the process. */
  readonly secretKey: Uint8Array;
}

/** A wallet adapter, or what a wallet injects into the page: it shows the transaction to its user and signs it. */
export interface WalletSigner {
  /** The address that it signs for; null while the wallet is not connected. */
  readonly publicKey: AddressLike | null;
  // It is called with a VersionedTransaction; `never` lets adapters fit without naming web3.js's types here.
  /**
   * Shows the transaction to the user and signs it.
   *
   * @param transaction A `VersionedTransaction`, or an object with its fields.
   */
  signTransaction(transaction: never): Promise<{
    /** The signed bytes. */
    serialize(): Uint8Array;
  }>;
}

/** A wallet adapter that has its address as text, as those of Mobile Wallet Adapter and of embedded wallets. */
export interface AddressedWalletSigner {
  /** The base58 address that it signs for. */
  readonly address: string;
  /**
   * Shows the transaction to the user and signs it; answers the transaction or its bytes.
   *
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

/** A wallet adapter that can only send what it signs. What it sends cannot be compared with what was verified. */
export interface SendingWalletSigner {
  /** The address that it signs for; null while the wallet is not connected. */
  readonly publicKey: AddressLike | null;
  /**
   * Signs the transaction and sends it over the connection that is passed on to it; answers the signature.
   *
   * @param transaction A `VersionedTransaction`, or an object with its fields.
   * @param connection The `Connection` to send over.
   * @param options The library's own send options.
   */
  sendTransaction(transaction: never, connection: never, options?: never): Promise<string>;
}

/** An injected wallet that cannot sign without sending. It sends through its own node. */
export interface SelfSendingWalletSigner {
  /** The address that it signs for; null while the wallet is not connected. */
  readonly publicKey: AddressLike | null;
  /**
   * Signs the transaction and sends it; answers the signature.
   *
   * @param transaction A `VersionedTransaction`, or an object with its fields.
   * @param options The wallet's own send options.
   */
  signAndSendTransaction(
    transaction: never,
    options?: never,
  ): Promise<{ readonly signature: string } | string>;
}

/** Any other source of ed25519 signatures: WebCrypto, a key service, a hardware wallet. */
export interface BytesSigner {
  /** The address that it signs for. */
  readonly publicKey: AddressLike;
  /**
   * The 64-byte signature of a message, as bytes or as base58.
   *
   * @param message The bytes to sign.
   */
  signBytes(message: Uint8Array): Promise<Uint8Array | string>;
}

/** A `TransactionPartialSigner` of `@solana/kit`, such as a `KeyPairSigner`. */
export interface KitPartialSigner {
  /** The address that it signs for. */
  readonly address: string;
  /**
   * Answers, for each transaction, its signatures by address.
   *
   * @param transactions Transactions of `@solana/kit`.
   * @param config A signal that ends it.
   */
  signTransactions(transactions: never, config?: never): Promise<readonly object[]>;
}

/** A `TransactionModifyingSigner` of `@solana/kit`. One that changes a verified transaction is refused. */
export interface KitModifyingSigner {
  /** The address that it signs for. */
  readonly address: string;
  /**
   * Answers the transactions, signed.
   *
   * @param transactions Transactions of `@solana/kit`.
   * @param config A signal that ends it.
   */
  modifyAndSignTransactions(transactions: never, config?: never): Promise<readonly object[]>;
}

/** A `TransactionSendingSigner` of `@solana/kit`: it can only send what it signs, over a node of its own. */
export interface KitSendingSigner {
  /** The address that it signs for. */
  readonly address: string;
  /**
   * Signs the transactions and sends them; answers the bytes of the signatures.
   *
   * @param transactions Transactions of `@solana/kit`.
   * @param config A signal that ends it.
   */
  signAndSendTransactions(transactions: never, config?: never): Promise<readonly ArrayLike<number>[]>;
}

/** An account of the Wallet Standard. */
export interface StandardAccount {
  /** Base58 address. */
  readonly address: string;
  /** Chains that it can be used on, such as `solana:mainnet`. */
  readonly chains?: readonly string[];
}

/** A wallet of the Wallet Standard. It signs with `solana:signTransaction`, or else `solana:signAndSendTransaction`. */
export interface StandardWallet {
  /** Features of the wallet, by name. */
  readonly features: object;
  /** Its connected accounts: that of `walletAddress` signs, or the only one. */
  readonly accounts: readonly StandardAccount[];
}

/** A wallet of the Wallet Standard and the account of it that signs. */
export interface StandardAccountSigner {
  /** The wallet. */
  readonly wallet: {
    /** Features of the wallet, by name. */
    readonly features: object;
  };
  /** The account that signs. */
  readonly account: StandardAccount;
  /** Where the transaction goes, such as `solana:devnet`. Default the account's first Solana chain. */
  readonly chain?: string | undefined;
}

/** Any supported signer, in the form in which its library or wallet makes it. */
export type TransactionSigner =
  | KeypairSigner
  | WalletSigner
  | AddressedWalletSigner
  | SendingWalletSigner
  | SelfSendingWalletSigner
  | BytesSigner
  | KitPartialSigner
  | KitModifyingSigner
  | KitSendingSigner
  | StandardWallet
  | StandardAccountSigner;
