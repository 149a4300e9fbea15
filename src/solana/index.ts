/**
 * What stands between a built transaction and a signature: decode it, verify it against the intent it was built for,
 * sign, send and confirm it. Works on the bytes alone; `@solana/web3.js` is needed only to sign with its objects.
 *
 * @module intent-tx/solana
 */
export { UnsafeTransactionError } from "../errors.js";
export type { LandedTransaction } from "./confirm.js";
export type { Commitment, InContext, SignatureStatus, SleepClock, SolanaConnection } from "./connection.js";
export {
  type DecodedTransaction,
  decodeTransaction,
  type TransactionAccount,
  type TransactionLookup,
  type TransactionSource,
} from "./decode.js";
export type { FindingCode, TransactionFinding } from "./findings.js";
export type {
  CloseAccount,
  ComputeUnitLimit,
  ComputeUnitPrice,
  CreateTokenAccount,
  DecodedInstruction,
  RawInstruction,
  SolTransfer,
  Swap,
  SwapDecoder,
  SwapTerms,
  SyncNative,
  TokenTransfer,
  UnknownInstruction,
} from "./instructions.js";
export { type SignAndSendOptions, signAndSend } from "./send.js";
export {
  TransactionAbortedError,
  TransactionExpiredError,
  TransactionFailedError,
  TransactionUnconfirmedError,
} from "./send-errors.js";
export type { AddressLike, BytesSigner, KeypairSigner, TransactionSigner, WalletSigner } from "./sign.js";
export { associatedTokenAddress } from "./token-address.js";
export { type VerifiableTransaction, type VerifyOptions, verifyTransaction } from "./verify.js";
