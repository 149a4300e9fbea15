import { IntentTx, type IntentTxClient } from "../client/client.js";
import { checkCall } from "../options/checks.js";
import { execute } from "./pay/execute.js";
import type { ExecuteOptions } from "./pay/options.js";
import { type Preview, type PreviewOptions, preview } from "./pay/preview.js";
import type { Receipt } from "./pay/receipt.js";
import type { AnyConnection } from "./send/connection.js";
import type { TransactionSigner } from "./sign/signers.js";

/** Options with some fields optional, for each member of a union. */
type WithDefaults<O, Names extends PropertyKey> = O extends unknown
  ? Omit<O, Names> & { readonly [N in Extract<keyof O, Names>]?: O[N] }
  : never;

/** The payments of a kit client: the functions of `intent-tx/solana` with the client's rpc and signer as defaults. */
export interface KitPayments {
  /** Parses the command and builds the transaction: an `IntentTx`, or a fake client in a test. */
  readonly client: IntentTxClient;
  /**
   * Makes a payment, like `execute`. The signer is the client's `identity`, else its `payer`, at the time of the call.
   * @param options The options of `execute`.
   * @throws the errors of `execute`.
   * @example
   * ```ts
   * import type { KitPayments } from "intent-tx/solana";
   * const pay = (payments: KitPayments, command: string) =>
   *   payments.execute({ command, approve: ({ effects }) => effects.fee < 10_000n });
   * ```
   */
  execute(options: WithDefaults<ExecuteOptions, "client" | "connection" | "signer">): Promise<Receipt>;
  /**
   * Shows a payment before anything is signed, like `preview`.
   * @param options The options of `preview`.
   * @throws the errors of `preview`.
   * @example
   * ```ts
   * import type { KitPayments } from "intent-tx/solana";
   * const show = async (payments: KitPayments, walletAddress: string, command: string) =>
   *   (await payments.preview({ walletAddress, command })).effects;
   * ```
   */
  preview(options: WithDefaults<PreviewOptions, "client">): Promise<Preview>;
}

/** The parts of a client of `@solana/kit` or `@solana/client` that the plugin uses. */
interface KitClient {
  readonly rpc?: unknown;
  readonly runtime?: unknown;
  readonly identity?: TransactionSigner;
  readonly payer?: TransactionSigner;
}

/**
 * A plugin for clients of `@solana/kit`: `createClient().use(…).use(intentTxPlugin())` adds `intentTx`, which pays with
 * the client's rpc and signer. With a client of `@solana/client`, call it as a function: `intentTxPlugin()(client)`.
 * @param options `client`: the client of the service. Default: `new IntentTx()`, from the environment.
 * @throws ConfigurationError when the environment has no key.
 * @throws ConfigurationError when the client is passed in another form.
 * @example
 * ```ts
 * import { createClient, createSolanaRpc } from "@solana/kit";
 * import { intentTxPlugin } from "intent-tx/solana";
 * const client = createClient()
 *   .use((empty) => ({ ...empty, rpc: createSolanaRpc("http://127.0.0.1:4010/rpc/live") }))
 *   .use(intentTxPlugin());
 * const intent = await client.intentTx.client.intents.parse({
 *   walletAddress: "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU",
 *   command: "swap 1 SOL for USDC",
 * });
 * ```
 */
export function intentTxPlugin(options: { readonly client?: IntentTxClient } = {}) {
  checkCall(options, "intentTxPlugin({ client })", { client: true });
  const { client = new IntentTx() } = options;
  return <K extends object>(kit: K): K & { readonly intentTx: KitPayments } => {
    const own: KitClient = kit;
    const connection = (own.rpc === undefined ? own.runtime : kit) as AnyConnection;
    const onNode = ({ connections }: { readonly connections?: unknown }) => ({
      client,
      ...(connections === undefined && { connection }),
    });
    // Read for each call: the user of a wallet connects later or switches accounts, and a getter may throw before that.
    const signing = ({ signer = own.identity ?? own.payer }: { readonly signer?: TransactionSigner }) =>
      signer && { signer };
    const payments: KitPayments = {
      client,
      execute: async (order) => execute({ ...onNode(order), ...signing(order), ...order } as ExecuteOptions),
      preview: (order) => preview({ ...onNode(order), ...order } as PreviewOptions),
    };
    // The properties are not copied by value, because those of a wallet are getters.
    return Object.defineProperties({} as K & { intentTx: KitPayments }, {
      ...Object.getOwnPropertyDescriptors(kit),
      intentTx: { value: payments, enumerable: true, configurable: true },
    });
  };
}
