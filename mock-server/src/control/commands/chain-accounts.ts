import { ENVIRONMENTS, type Environment } from "intent-tx/contract";
import * as z from "zod/mini";
import { AccountFileSchema } from "../../fixtures/account-file.js";
import { checkedCall } from "../../kernel/checked.js";
import { ControlConflictError, invalidField, NotOnValidatorError } from "../../kernel/errors.js";
import { address, choice, documented, list, part } from "../../kernel/schema-kit.js";
import { nextTurn } from "../../kernel/timers.js";
import type { ChainAccount, ControlledLedger } from "../../ledger/ledger.js";
import { RpcResponseError, RpcUnreachableError } from "../../ledger/validator/rpc-client.js";
import type { World } from "../../world/world.js";
import { asField, command } from "../command.js";

/**
 * An account written to a chain.
 * @inline
 */
export interface PlacedAccount {
  /** The chain's network. */
  readonly environment: Environment;
  /** Base58 address. */
  readonly pubkey: string;
  /** A decimal string; `"0"` if the account was removed. */
  readonly lamports: string;
}

const placedReply = () =>
  z.strictObject({ environment: z.enum(ENVIRONMENTS), pubkey: z.string(), lamports: z.string() });

/** Size in bytes from which an account takes a noticeable time to write. */
const LONG = 1 << 20;

/**
 * Writes an account dump to a network's chain; `null` removes the account.
 *
 * @throws ServiceError 400 with the invalid field
 * @throws {NotOnValidatorError} on a network that runs on a validator
 */
export async function placeAccount(
  world: World,
  input: { readonly environment: Environment; readonly pubkey: string; readonly account: object | null },
): Promise<PlacedAccount> {
  const { environment, pubkey } = input;
  const account = input.account === null ? undefined : checkedCall(AccountFileSchema, input);
  return putAccount(await world.parts.ledgers.get(environment), "account", pubkey, account);
}

async function putAccount(ledger: ControlledLedger, field: string, pubkey: string, account?: ChainAccount) {
  const isLong = (account?.data.length ?? 0) > LONG;
  try {
    // Reading, writing and recording a long account each take time, so other requests run between these steps.
    if (isLong) await nextTurn();
    await ledger.setAccount(pubkey, account);
    if (isLong) await nextTurn();
  } catch (error) {
    // The chain's own accounts (its clock, its rent) only accept data of their type.
    if (error instanceof RangeError)
      throw invalidField(field, `cannot be written to this address: ${error.message}`);
    throw error;
  }
  return { environment: ledger.environment, pubkey, lamports: String(account?.lamports ?? 0n) };
}

export const chainAccountCommands = {
  "POST /chain-accounts": command({
    summary: "Write an account to a network's chain, or remove it.",
    reply: placedReply,
    // 10 MiB in base64.
    maxBody: 15 << 20,
    body: z.lazy(() =>
      part({
        environment: choice(ENVIRONMENTS),
        pubkey: address,
        account: z
          .union(
            [z.null(), z.looseObject({})],
            "must be an object in the format of solana account --output json, or null",
          )
          .register(documented, {
            description:
              "The account in the format of `solana account --output json`; null removes the account.",
          }),
      }),
    ),
    run: ({ world }, { body }) => placeAccount(world, body),
  }),
  "POST /clone": command({
    summary: "Copy accounts, including the code of programs, from a running chain.",
    reply: () => z.strictObject({ data: z.array(placedReply()) }),
    body: z.lazy(() =>
      part({
        environment: choice(ENVIRONMENTS),
        url: z.string("must be the URL of a chain's JSON-RPC, or mainnet-beta, devnet, testnet, localhost"),
        addresses: list(address).check(z.minLength(1, "must contain at least one account")),
      }),
    ),
    run: async ({ world: { parts } }, { body: { environment, url, addresses }, signal }) => {
      if (!parts.canClone)
        throw new ControlConflictError("This server does not clone accounts (--no-clone).");
      if (parts.ledgers.isOnValidator(environment))
        throw new NotOnValidatorError("Accounts cannot be cloned.");
      const { clonedAccounts } = await import("../../ledger/validator/clone.js");
      const accounts = await asField(clonedAccounts(url, addresses, signal)).catch((error: unknown) => {
        // One message for every reason: otherwise the server would show which hosts and ports it can reach.
        if (error instanceof RpcUnreachableError)
          throw invalidField(
            "url",
            "must be the JSON-RPC URL of a chain that this server can reach, and whose responses take at most 15 s and 64 MiB",
          );
        if (error instanceof RpcResponseError) throw invalidField("url", `cannot be read: ${error.message}`);
        throw error;
      });
      const ledger = await parts.ledgers.get(environment);
      const data: PlacedAccount[] = [];
      for (const one of accounts) data.push(await putAccount(ledger, "addresses", one.address, one));
      return { data };
    },
  }),
};
