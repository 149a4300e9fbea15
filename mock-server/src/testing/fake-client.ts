import {
  ApiPromise,
  ConfigurationError,
  IntentTx,
  type OperationName,
  type Operations,
  type RequestOptions,
  stringifyJson,
  type WithResponse,
} from "intent-tx";
import { OPERATIONS, tolerant } from "intent-tx/contract";
import { unknownName } from "../kernel/nearest.js";

/** Responses of a {@link FakeClient} by operation: a value, an error, or a function of the call's input. */
export type FakeAnswers = {
  readonly [N in OperationName]?:
    | Operations[N]["output"]
    | Error
    | ((input: Operations[N]["input"]) => Operations[N]["output"] | Promise<Operations[N]["output"]>);
};

/** A call to a {@link FakeClient}. */
export interface FakeCall {
  /** Name of the operation. */
  readonly operation: OperationName;
  /** The call's input, by part. */
  readonly input: { readonly params?: object; readonly query?: object; readonly body?: object };
  /** Options of the call. */
  readonly options: RequestOptions;
}

type Answer = (input: object) => unknown;

function checkOperation(name: string): void {
  if (!Object.hasOwn(OPERATIONS, name))
    throw new ConfigurationError(`The operation ${name} ${unknownName(name, Object.keys(OPERATIONS))}.`);
}

/** A client without a service, created by {@link createFakeClient}. */
export class FakeClient extends IntentTx {
  /** All calls so far, in order. */
  readonly calls: FakeCall[] = [];
  readonly #answers: Map<string, unknown>;

  /** @param answers Responses by operation, as passed to {@link createFakeClient}. */
  constructor(answers: FakeAnswers) {
    super({
      apiKey: "svc_test_EXAMPLE0000",
      baseUrl: "https://fake.invalid/v1",
      dangerouslyAllowBrowser: true,
    });
    for (const name of Object.keys(answers)) checkOperation(name);
    this.#answers = new Map(Object.entries(answers));
    // An instance property, because the method of the class has overloads for endpoints that a fake does not have.
    Object.defineProperty(this, "request", { value: this.#request.bind(this) });
  }

  /**
   * Changes the response to an operation from now on.
   *
   * @param operation Name of the operation.
   * @param answer A value, an error to reject with, or a function of the input.
   * @example
   * ```ts
   * import { createFakeClient } from "@intent-tx/mock-server/testing";
   * import { TokenNotFoundError } from "intent-tx";
   *
   * const client = createFakeClient();
   * client.answer("prices.retrieve", new TokenNotFoundError("no such token"));
   * await client.prices.retrieve("NOPE").catch((error) => console.log(error.name));
   * ```
   */
  answer<N extends OperationName>(operation: N, answer: NonNullable<FakeAnswers[N]>): void {
    checkOperation(operation);
    this.#answers.set(operation, answer);
  }

  /**
   * Returns the fake itself, which has no options to change.
   *
   * @example
   * ```ts
   * import { createFakeClient } from "@intent-tx/mock-server/testing";
   * import { TokenNotFoundError } from "intent-tx";
   *
   * const client = createFakeClient();
   * console.log(client.withOptions() === client);
   * ```
   */
  override withOptions(): this {
    return this;
  }

  #request(
    operation: OperationName,
    input: FakeCall["input"],
    options: RequestOptions = {},
  ): ApiPromise<unknown> {
    this.calls.push({ operation, input, options });
    return new ApiPromise(this.#result(operation, input));
  }

  async #result(operation: OperationName, input: object): Promise<WithResponse<unknown>> {
    const answer = this.#answers.get(operation);
    if (answer === undefined)
      throw new ConfigurationError(
        `The fake client has no response for ${String(operation)}. Add one: createFakeClient({ "${String(operation)}": … }).`,
      );
    if (answer instanceof Error) throw answer;
    const data = typeof answer === "function" ? await (answer as Answer)(input) : answer;
    // A test that uses a response the service could never send would prove nothing.
    const read = tolerant(OPERATIONS[operation].response).safeParse(data);
    if (!read.success) {
      const where = read.error.issues[0]?.path.join(".") || "the answer";
      throw new ConfigurationError(
        `The fake client's response to ${operation} violates the contract at ${where}.`,
      );
    }
    return {
      data,
      response: new Response(data === undefined ? null : stringifyJson(data)),
      requestId: undefined,
      rateLimit: undefined,
    };
  }
}

/**
 * Creates a client for unit tests with prepared responses. It needs no server and never waits. Otherwise it is an
 * `IntentTx`: `withResponse`, pages and iteration work. A call without a prepared response rejects and names the
 * missing operation. A response that violates the contract is rejected.
 *
 * @param answers A value, an error to reject with, or a function of the input, by operation.
 * @throws ConfigurationError when an operation does not exist.
 * @example
 * ```ts
 * import { createFakeClient } from "@intent-tx/mock-server/testing";
 * import { WalletNotFoundError } from "intent-tx";
 *
 * const client = createFakeClient({ "portfolio.retrieve": new WalletNotFoundError("no such wallet") });
 * await client.portfolio.retrieve("6Px1aSgHPb5dJ8pyyWVYabEbmcXWU6LZuVcqhD3XPrXj").catch(() => {});
 * console.log(client.calls[0]?.operation);
 * ```
 */
export function createFakeClient(answers: FakeAnswers = {}): FakeClient {
  return new FakeClient(answers);
}
