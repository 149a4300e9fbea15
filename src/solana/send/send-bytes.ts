import { causesOf, neverSent } from "../../errors/causes.js";
import type { SignedTransaction } from "../sign/transaction.js";
import type { Messages, NodeRpc } from "./rpc.js";

/** How many messages a connection remembers, also landed ones: an equal message built later does not land again. */
const MAX_UNDERWAY = 10_000;

/**
 * Sends a transaction to all nodes, and returns once one has accepted it. `already`: its message has landed, under this
 * or another signature. No error proves that nothing was sent, because the user's connection may have sent the bytes
 * before its last error.
 */
export async function sendBytes(
  { all }: { readonly all: readonly NodeRpc[] },
  signed: Pick<SignedTransaction, "bytes" | "signature" | "message">,
  skipPreflight: boolean,
) {
  const sent = await shownOrAll(
    all.map((one) => sendTo(one, signed, skipPreflight)),
    ({ kind }) => kind === "accepted",
  );
  const waitOf = (one: (typeof sent)[number]) => (one?.kind === "failed" ? retryAfterMs(one.error) : 0);
  // The Retry-After of one node must not hold back the others.
  sent.sort((a, b) => waitOf(a) - waitOf(b));
  const [first] = ["accepted", "already", "failed"].flatMap((kind) =>
    sent.filter((one) => one?.kind === kind),
  );
  return first as Awaited<ReturnType<typeof sendTo>>;
}

/** The answers, in order, once one of them shows enough, or else once all have come. Undefined for failures. */
export async function shownOrAll<T>(calls: readonly Promise<T>[], shows: (answer: T) => boolean) {
  const answers = calls.map((): T | undefined => undefined);
  const failures: unknown[] = [];
  await new Promise<void>((resolve) => {
    const ended = calls.map((call, i) =>
      call.then(
        (answer) => {
          answers[i] = answer;
          if (shows(answer)) resolve();
        },
        (error: unknown) => void failures.push(error),
      ),
    );
    void Promise.all(ended).then(() => resolve());
  });
  if (failures.length === calls.length) throw soonest(failures);
  return answers;
}

/** The failure of the node that can answer first: not one that is down, or that asks for a longer wait. */
export function soonest(failures: readonly unknown[]): unknown {
  const waitOf = (error: unknown) => (isUnreachable(error) ? Number.POSITIVE_INFINITY : retryAfterMs(error));
  return failures.reduce((best, one) => (waitOf(one) < waitOf(best) ? one : best));
}

/** Remembers a message that is about to be sent, and forgets the oldest one. */
export function remember({ underway, claimed }: Messages, messageHash: string, signature: string): void {
  underway.set(messageHash, signature);
  if (underway.size <= MAX_UNDERWAY) return;
  const [oldest = ""] = underway.keys();
  underway.delete(oldest);
  claimed.delete(oldest);
}

async function sendTo(
  node: NodeRpc,
  { bytes, signature, message }: Pick<SignedTransaction, "bytes" | "signature" | "message">,
  skipPreflight: boolean,
) {
  remember(node.messages(), message.hash, signature);
  try {
    if ((await node.send(bytes, skipPreflight)) === signature) return { kind: "accepted" } as const;
    throw new TypeError("The node did not return the transaction's signature.");
  } catch (error) {
    return isAlreadyProcessed(error) ? ({ kind: "already" } as const) : ({ kind: "failed", error } as const);
  }
}

/** Code of `AlreadyProcessed` in `@solana/kit`. */
const KIT_ALREADY_PROCESSED = 7050007;

interface Failure {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly data?: { readonly err?: unknown } | null;
  readonly context?: {
    readonly __code?: unknown;
    readonly statusCode?: unknown;
    readonly headers?: unknown;
  } | null;
  readonly headers?: unknown;
  readonly response?: { readonly headers?: unknown } | null;
  readonly cause?: Failure | null;
}

function isAlreadyProcessed(error: unknown): boolean {
  const { message, data, context, cause } = Object(error) as Failure;
  return (
    data?.err === "AlreadyProcessed" ||
    [context?.__code, cause?.context?.__code].includes(KIT_ALREADY_PROCESSED) ||
    (typeof message === "string" && /already been processed/i.test(message))
  );
}

/** Returns the milliseconds of a node's `Retry-After`, or 0 if the library does not expose its headers. */
export function retryAfterMs(error: unknown): number {
  const { context, headers, response } = Object(error) as Failure;
  for (const all of [context?.headers, headers, response?.headers]) {
    const { get } = Object(all) as { get?: unknown };
    if (typeof get !== "function") continue;
    const seconds = Number(get.call(all, "retry-after") ?? Number.NaN);
    if (seconds > 0 && Number.isFinite(seconds)) return seconds * 1000;
  }
  return 0;
}

/** HTTP statuses that a gateway returns for a wrong key or path. */
const REJECTED_STATUSES: readonly unknown[] = [401, 403, 404, 405];

/** Errors of `fetch` for URLs that it does not request: a forbidden port, another scheme, or a password. */
const INVALID_URL = /^(?:bad port|unknown scheme)$|URL that includes credentials/;

/** Whether retrying is useless: nothing listens at the URL, or a gateway rejects the key or the path. */
export function isUnreachable(error: unknown): boolean {
  return neverSent(error) || REJECTED_STATUSES.includes(statusOf(error)) || causesOf(error).some(isNoAddress);
}

/** The HTTP status in a library's error: kit has a field, and web3.js begins the message with it. */
export function statusOf(error: unknown): number | undefined {
  const { message, context } = Object(error) as Failure;
  if (typeof context?.statusCode === "number") return context.statusCode;
  const [, digits] = /^(\d{3}) /.exec(typeof message === "string" ? message : "") ?? [];
  return digits === undefined ? undefined : Number(digits);
}

function isNoAddress(error: unknown): boolean {
  const { code, message } = Object(error) as Failure;
  return code === "ERR_INVALID_URL" || (typeof message === "string" && INVALID_URL.test(message));
}
