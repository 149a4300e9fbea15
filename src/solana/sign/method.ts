import { ConfigurationError } from "../../errors/errors.js";
import { readWire, signaturesAt } from "../decode/wire-transaction.js";
import type { AddressLike } from "./signers.js";
import type { Unsigned } from "./transaction.js";

export interface Method {
  readonly address: string;
  /** Whether the signer always creates the same signature for a message. */
  readonly oneSignature?: true;
  /** Whether the signer only signs. A wallet's `signTransaction` can also send. */
  readonly onlySigns?: true;
  /** Returns the signed wire format. Absent if the signer cannot sign without sending. */
  readonly sign?: (transaction: Unsigned) => Promise<Uint8Array>;
  /** Signs and sends the transaction to the connection's cluster, and returns the base58 signature. */
  readonly send?: (
    transaction: Unsigned,
    connection: unknown,
    genesisHash: string | undefined,
  ) => Promise<string>;
}

export function addressText(publicKey: AddressLike | null | undefined): string {
  if (publicKey === null || publicKey === undefined)
    throw new ConfigurationError("The signer has no publicKey. Connect the wallet first.");
  if (typeof publicKey === "string") return publicKey;
  if (typeof publicKey.toBase58 !== "function")
    throw new ConfigurationError(
      "The signer's publicKey is neither a base58 string nor an object with toBase58().",
    );
  return publicKey.toBase58();
}

export const has = (value: unknown, name: string): boolean =>
  typeof value === "object" &&
  value !== null &&
  typeof (value as Record<string, unknown>)[name] === "function";

/** Versions that a wallet can sign. Null if an adapter signs only legacy transactions. */
export type TransactionVersions = Iterable<"legacy" | number> | null | undefined;

const notAsked = (error: ConfigurationError): ConfigurationError =>
  Object.assign(error, { outcome: "not-sent" });

/** An error before a wallet that sends is asked. It has an outcome, because other errors of the wallet prove nothing. */
export const wrongConnection = (needs: string): ConfigurationError =>
  notAsked(new ConfigurationError(`This wallet sends only ${needs}. Nothing was signed.`));

/** Versions that a wallet which names none is asked to sign. Most wallets do not know version 1. */
const UNNAMED: readonly ("legacy" | number)[] = ["legacy", 0];

/** Rejects a version that the wallet cannot sign, because the wallet would hang or show no reason. */
export function checkVersion(bytes: Uint8Array, supported: TransactionVersions): void {
  const { version } = readWire(bytes);
  const versions = supported === undefined ? UNNAMED : [...(supported ?? ["legacy"])];
  if (!versions.includes(version))
    throw notAsked(
      new ConfigurationError(
        `The wallet signs transactions of version ${versions.join(" and ")} only, and this one has version ${version}. Use a different wallet, or have the service build a version that the wallet signs. Nothing was signed.`,
      ),
    );
}

export function withSignature(
  { bytes, signers }: Unsigned,
  address: string,
  signature: ArrayLike<number> | null | undefined,
): Uint8Array {
  if (signature?.length !== 64)
    throw new ConfigurationError(
      signature === null || signature === undefined
        ? `The signer of ${address} returned no signature.`
        : typeof signature.length === "number"
          ? `The signer of ${address} returned ${signature.length} bytes; a signature has 64.`
          : `The signer of ${address} returned neither a 64-byte signature nor its base58 encoding.`,
    );
  const signed = bytes.slice();
  signed.set(signature, signaturesAt(signed, signers.length) + 64 * signers.indexOf(address));
  return signed;
}
