/**
 * Test helpers for every test runner, without Node APIs: a handle to a running mock server, and a client with prepared
 * responses.
 *
 * @module @intent-tx/mock-server/testing
 */
export { ControlConflictError, OptionError, ServiceError } from "../kernel/errors.js";
export type { ClockTarget } from "../world/server-clock.js";
export {
  type ConnectOptions,
  connectMock,
  type RemoteClock,
  type RemoteFaults,
  type RemoteMock,
  type RemoteNames,
  type RemoteRequests,
  type RemoteSession,
} from "./connect-mock.js";
export { createFakeClient, type FakeAnswers, type FakeCall, FakeClient } from "./fake-client.js";
export {
  type MockPublicKey,
  type MockWallet,
  type MockWalletAdapter,
  type MockWalletOptions,
  type MockWalletRequest,
  mockWallet,
} from "./mock-wallet.js";
export type { WalletLike } from "./wallet-edits.js";
