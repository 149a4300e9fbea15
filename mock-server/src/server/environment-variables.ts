import { localUrl } from "../http/addresses.js";
import type { MockServer } from "./server.js";

/** The variables with which a program in any language finds a listening server and alice's wallet. */
export const environmentOf = ({ baseUrl, keys, rpc, ws, wallets }: MockServer) => ({
  INTENT_TX_BASE_URL: localUrl(baseUrl),
  INTENT_TX_API_KEY: keys.enterprise,
  INTENT_TX_TEST_API_KEY: keys.test,
  INTENT_TX_RPC_URL: localUrl(rpc.live),
  INTENT_TX_WS_URL: localUrl(ws.live),
  INTENT_TX_WALLET_ADDRESS: wallets.alice.address,
  INTENT_TX_WALLET_SECRET: wallets.alice.secretKey,
});
