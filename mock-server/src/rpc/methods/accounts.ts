import { contextSlot, inContext, type Method } from "../chain.js";
import { accountForm, encodeAccounts } from "../encode-account.js";
import { addressOf, configOf, stringsOf } from "../params.js";

/** Most addresses of one call. */
const MOST_ADDRESSES = 100;

/** Methods that read accounts. */
export const ACCOUNT_METHODS: Readonly<Record<string, Method>> = {
  getBalance: {
    required: 1,
    total: 2,
    run: async (chain, [address, config]) => {
      const wanted = addressOf(address);
      const slot = await contextSlot(chain, configOf(config));
      const [account] = await chain.ledger.accounts([wanted]);
      return inContext(slot, account?.lamports ?? 0n);
    },
  },
  getAccountInfo: {
    required: 1,
    total: 2,
    run: async (chain, [address, config]) => {
      const wanted = addressOf(address);
      const form = accountForm(configOf(config), "binary");
      const slot = await contextSlot(chain, configOf(config));
      const [encoded] = await encodeAccounts(chain.ledger, await chain.ledger.accounts([wanted]), form);
      return inContext(slot, encoded ?? null);
    },
  },
  getMultipleAccounts: {
    required: 1,
    total: 2,
    run: async (chain, [addresses, config]) => {
      const wanted = stringsOf(addresses, MOST_ADDRESSES).map(addressOf);
      const form = accountForm(configOf(config), "base64");
      const slot = await contextSlot(chain, configOf(config));
      const found = await chain.ledger.accounts(wanted);
      return inContext(slot, await encodeAccounts(chain.ledger, found, form));
    },
  },
};
