/**
 * Decodes a built transaction, verifies it against its intent, then signs, sends and confirms it. Verification needs
 * only the bytes. Connections and signers of `@solana/web3.js`, `@solana/kit`, the Wallet Standard and wallet adapters
 * work unchanged. None of these libraries is a dependency.
 *
 * @module intent-tx/solana
 */

export type { PaymentOutcome } from "../errors/base-error.js";
export { UnsafeTransactionError } from "../errors/errors.js";
export type { FindingCode, TransactionFinding } from "../errors/findings.js";
export type { Address, Signature } from "./decode/brands.js";
export {
  type DecodedTransaction,
  decodeTransaction,
  type TransactionSource,
} from "./decode/decode.js";
export type {
  DecodedInstruction,
  SwapDecoder,
  SwapTerms,
} from "./decode/instructions.js";
export { associatedTokenAddress } from "./decode/token-address.js";
export { intentTxPlugin, type KitPayments } from "./kit-plugin.js";
export { ApprovalDeclinedError, type ApprovalRequest } from "./pay/approval.js";
export { checkJournal } from "./pay/check-journal.js";
export { effectsCodec, previewCodec, receiptCodec } from "./pay/codecs.js";
export { execute } from "./pay/execute.js";
export { IndexedDbJournal } from "./pay/indexed-db-journal.js";
export type {
  PaymentAttempt,
  PaymentJournal,
  PaymentRecord,
} from "./pay/journal.js";
export { KeyValueJournal, type KeyValueStore } from "./pay/key-value-journal.js";
export { MemoryJournal } from "./pay/memory-journal.js";
export type { ExecuteOptions } from "./pay/options.js";
export { type Preview, type PreviewOptions, preview } from "./pay/preview.js";
export { type Receipt, receipt, type TransactionReceipt } from "./pay/receipt.js";
export { type ResumedPayment, type ResumeOptions, resume } from "./pay/resume.js";
export type {
  AnyConnection,
  Commitment,
  KitConnection,
  SolanaConnection,
} from "./send/connection.js";
export {
  isOver,
  isPaymentError,
  type PaymentError,
  TransactionAbortedError,
  TransactionExpiredError,
  TransactionFailedError,
  TransactionUnconfirmedError,
} from "./send/errors.js";
export type { PaymentEvent } from "./send/events.js";
export type { LandedTransaction } from "./send/follow.js";
export type { FollowOptions } from "./send/settings.js";
export {
  type SignAndSendOptions,
  signAndSend,
  type TransactionToSend,
  type VerifyAndSignOptions,
  verifyAndSign,
} from "./send/sign-and-send.js";
export { type ConfirmOptions, confirm, submit } from "./send/submit.js";
export type { KeypairSigner, TransactionSigner, WalletEdit, WalletSigner } from "./sign/signers.js";
export type { WalletTransaction, Web3 } from "./sign/wallet-transaction.js";
export type { ExpectedSide, VerifyOptions } from "./verify/options.js";
export type { Effects, TokenAmount } from "./verify/verify.js";
export { type VerifiableTransaction, type VerifiedTransaction, verifyTransaction } from "./verify/verify.js";
