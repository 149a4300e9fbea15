/**
 * What stands between a built transaction and a signature: decode it, verify it against the intent it was built for,
 * sign, send and confirm it. Works on the bytes alone; `@solana/web3.js` is needed only to sign with its objects.
 *
 * @module intent-tx/solana
 */
export { UnsafeTransactionError } from "../errors.js";
export {
  type DecodedTransaction,
  decodeTransaction,
  type TransactionAccount,
  type TransactionLookup,
  type TransactionSource,
} from "./decode/decode.js";
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
} from "./decode/instructions.js";
export { associatedTokenAddress } from "./decode/token-address.js";
export type { FindingCode, TransactionFinding } from "./findings.js";
export type {
  Commitment,
  InContext,
  SignatureStatus,
  SleepClock,
  SolanaConnection,
} from "./send/connection.js";
export {
  TransactionAbortedError,
  TransactionExpiredError,
  TransactionFailedError,
  TransactionUnconfirmedError,
} from "./send/errors.js";
export type { LandedTransaction } from "./send/follow.js";
export { type SignAndSendOptions, signAndSend } from "./send/sign-and-send.js";
export type {
  AddressLike,
  BytesSigner,
  KeypairSigner,
  TransactionSigner,
  WalletSigner,
} from "./sign/sign.js";
export { type VerifiableTransaction, type VerifyOptions, verifyTransaction } from "./verify/verify.js";
