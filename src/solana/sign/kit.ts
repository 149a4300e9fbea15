import bs58 from "bs58";
import { ConfigurationError } from "../../errors/errors.js";
import { joinWire, readWire } from "../decode/wire-transaction.js";
import { has, type Method, withSignature } from "./method.js";
import type { Unsigned } from "./transaction.js";

interface KitTransaction {
  readonly messageBytes: Uint8Array;
  readonly signatures: Readonly<Record<string, ArrayLike<number> | null>>;
}

type Signs<T> = (transactions: readonly object[]) => Promise<readonly (T | undefined)[]>;

interface KitSigner {
  readonly address: string;
  readonly signTransactions: Signs<Record<string, ArrayLike<number>>>;
  readonly modifyAndSignTransactions: Signs<KitTransaction>;
  readonly signAndSendTransactions: Signs<ArrayLike<number>>;
}

/** The largest u64: kit's value for an unknown last valid block height. */
const UNKNOWN_HEIGHT = 2n ** 64n - 1n;

const toKit = ({ message, signers, blockhash }: Unsigned) => ({
  messageBytes: message.slice(),
  signatures: Object.fromEntries(signers.map((address) => [address, null])),
  lifetimeConstraint: { blockhash, lastValidBlockHeight: UNKNOWN_HEIGHT },
});

/** The wire format of a signer's result, with each signature in its slot. */
function fromKit(transaction: KitTransaction | undefined, method: string): Uint8Array {
  if (!transaction?.messageBytes || !transaction.signatures)
    throw new ConfigurationError(`The signer's ${method} returned no transaction.`);
  const { messageBytes, signatures } = transaction;
  const slots = Object.keys(signatures).map(() => new Uint8Array(64));
  const { keys } = readWire(joinWire(messageBytes, slots));
  return joinWire(
    messageBytes,
    slots.map((empty, slot) => signatures[bs58.encode(keys[slot] as Uint8Array)] ?? empty),
  );
}

export function kitMethod(signer: unknown): Method | undefined {
  const kit = signer as KitSigner;
  if (has(kit, "signTransactions"))
    return {
      address: kit.address,
      onlySigns: true,
      sign: async (transaction) => {
        const [signatures] = await kit.signTransactions([toKit(transaction)]);
        return withSignature(transaction, kit.address, signatures?.[kit.address]);
      },
    };
  if (has(kit, "modifyAndSignTransactions"))
    return {
      address: kit.address,
      sign: async (transaction) => {
        const [signed] = await kit.modifyAndSignTransactions([toKit(transaction)]);
        return fromKit(signed, "modifyAndSignTransactions");
      },
    };
  if (!has(kit, "signAndSendTransactions")) return undefined;
  return {
    address: kit.address,
    send: async (transaction) => {
      const [signature] = await kit.signAndSendTransactions([toKit(transaction)]);
      return signature === undefined ? "" : bs58.encode(Uint8Array.from(signature));
    },
  };
}

interface Session {
  readonly account?: { readonly address?: unknown } | null;
  readonly signTransaction: (transaction: object) => Promise<KitTransaction | undefined>;
  readonly sendTransaction: (transaction: object) => Promise<string | undefined>;
}

/** Adapts a wallet session of `@solana/client`, whose methods take one transaction of kit. */
export function sessionMethod(signer: unknown): Method | undefined {
  const session = Object(signer) as Session;
  const address = session.account?.address;
  const signs = has(session, "signTransaction");
  if (typeof address !== "string" || !(signs || has(session, "sendTransaction"))) return undefined;
  if (!signs)
    return {
      address,
      send: async (transaction) => (await session.sendTransaction(toKit(transaction))) ?? "",
    };
  const sign: Method["sign"] = async (transaction) =>
    fromKit(await session.signTransaction(toKit(transaction)), "signTransaction");
  return { address, sign };
}
