import bs58 from "bs58";
import { ConfigurationError } from "../../errors/errors.js";
import { checkVersion, type Method, type TransactionVersions, wrongConnection } from "./method.js";
import type { StandardAccount, StandardAccountSigner, StandardWallet } from "./signers.js";

/** Chains of the Wallet Standard, by how the genesis hashes of Solana's public clusters begin. */
const PUBLIC_CHAINS: Readonly<Record<string, string>> = {
  "5eykt4Us": "solana:mainnet",
  EtWTRABZ: "solana:devnet",
  "4uhcVJyU": "solana:testnet",
};

/** The Wallet Standard's name of a public cluster, or undefined for any other cluster. */
export const publicChain = (genesisHash = ""): string | undefined => PUBLIC_CHAINS[genesisHash.slice(0, 8)];

const SIGN = "solana:signTransaction";
const SEND = "solana:signAndSendTransaction";

interface Input {
  readonly account: StandardAccount;
  readonly transaction: Uint8Array;
  readonly chain?: string;
}

interface Feature {
  readonly supportedTransactionVersions?: TransactionVersions;
  signTransaction(input: Input): Promise<readonly { readonly signedTransaction?: ArrayLike<number> }[]>;
  signAndSendTransaction(input: Input): Promise<readonly { readonly signature?: ArrayLike<number> }[]>;
}

type Features = Partial<Record<typeof SIGN | typeof SEND, Feature>>;

export function standardMethod(signer: unknown, walletAddress: string | undefined): Method | undefined {
  const { wallet, account, features, accounts, chain } = Object(signer) as Partial<
    StandardAccountSigner & StandardWallet
  >;
  if (typeof wallet?.features === "object" && typeof account?.address === "string")
    return methodOf(wallet.features as Features, account, chain);
  if (typeof features !== "object" || !Array.isArray(accounts)) return undefined;
  const own = accounts as readonly StandardAccount[];
  const found =
    walletAddress === undefined && own.length === 1
      ? own[0]
      : own.find(({ address }) => address === walletAddress);
  if (found === undefined)
    throw new ConfigurationError(
      own.length === 0
        ? "The wallet has no account. Connect it first, with the feature standard:connect."
        : `The wallet has the accounts ${own.map(({ address }) => address).join(", ")}. Pass walletAddress to say which signs.`,
    );
  return methodOf(features as Features, found, undefined);
}

function methodOf(features: Features, account: StandardAccount, preferred: string | undefined): Method {
  const first = preferred ?? account.chains?.find((name) => name.startsWith("solana:"));
  const input = (bytes: Uint8Array, { supportedTransactionVersions }: Feature, chain = first): Input => {
    checkVersion(bytes, supportedTransactionVersions);
    return { account, transaction: bytes.slice(), ...(chain === undefined ? {} : { chain }) };
  };
  const { address } = account;
  const [signing, sending] = [features[SIGN], features[SEND]];
  if (signing !== undefined)
    return {
      address,
      sign: async ({ bytes }) => {
        const [answer] = (await signing.signTransaction(input(bytes, signing))) ?? [];
        if (answer?.signedTransaction === undefined)
          throw new ConfigurationError(`The wallet's ${SIGN} returned no transaction.`);
        return Uint8Array.from(answer.signedTransaction);
      },
    };
  if (sending === undefined)
    throw new ConfigurationError(`The wallet has neither the feature ${SIGN} nor ${SEND}.`);
  return {
    address,
    send: async ({ bytes }, _, genesisHash) => {
      // The wallet sends to the cluster that it is given, whatever the connection's cluster is.
      const chain = publicChain(genesisHash);
      const chains = preferred === undefined ? account.chains : [preferred];
      if (chain && chains?.length && !chains.includes(chain)) throw wrongConnection(`to ${chains}`);
      const [answer] = (await sending.signAndSendTransaction(input(bytes, sending, chain))) ?? [];
      return answer?.signature === undefined ? "" : bs58.encode(Uint8Array.from(answer.signature));
    },
  };
}
