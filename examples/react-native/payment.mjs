// A payment in React Native or Expo: the wallet is another app on the phone, reached through Mobile Wallet Adapter.
import bs58 from "bs58";
import { execute } from "intent-tx/solana";

const toBase64 = (bytes) => btoa(String.fromCharCode(...bytes));
const fromBase64 = (text) =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/**
 * A signer for the user's wallet. `transact` comes from `@solana-mobile/mobile-wallet-adapter-protocol`, and `session`
 * is the result of `connect`. Each signature opens the wallet again.
 */
export const mobileWallet = (transact, session) => ({
  address: bs58.encode(fromBase64(session.accounts[0].address)),
  signTransaction: (transaction) =>
    transact(async (wallet) => {
      await wallet.reauthorize({
        auth_token: session.auth_token,
        identity: session.identity,
      });
      const payloads = [toBase64(transaction.serialize())];
      const { signed_payloads } = await wallet.signTransactions({ payloads });
      return fromBase64(signed_payloads[0]);
    }),
});

/** Connects to a wallet. The user chooses the wallet and allows the app to request signatures. */
export async function connect(transact, identity, chain = "solana:mainnet") {
  const session = await transact((wallet) => wallet.authorize({ chain, identity }));
  return { ...session, identity };
}

/** Pays once for each paymentId. `approve` gets the worst case: show it to the user before the wallet opens. */
export const pay = (
  command,
  { client, connection, signer, approve, journal, paymentId },
) => execute({ client, connection, signer, command, approve, journal, paymentId });
