import { ConfigurationError } from "../../errors/errors.js";
import type { AnyConnection } from "./connection.js";
import { libraryOf, type Messages, type NodeRpc, nodeRpc } from "./rpc.js";
import { shownOrAll, soonest } from "./send-bytes.js";
import { COMMITMENTS, type Following, isAtLeast } from "./settings.js";

/** The JSON-RPC calls of a payment, over one connection or several. */
export interface Rpc extends NodeRpc {
  readonly all: readonly NodeRpc[];
  /** The user's own object, for wallets that send. */
  readonly given: unknown;
}

/** The settings of a call, and its connections. */
export interface Context extends Following {
  readonly rpc: Rpc;
}

/** One connection, or several to the same cluster. @inline */
export interface Connected {
  /** A web3.js `Connection`, a `@solana/kit` rpc or `{ rpc, rpcSubscriptions }`, or an object with their methods. */
  readonly connection?: AnyConnection | undefined;
  /**
   * Connections to nodes of one cluster, instead of `connection`. A read that fails goes to the next one, a transaction
   * is sent to all, and it counts as expired only if all prove it. While one does not answer, the outcome stays unknown,
   * unless another one shows that the transaction has landed.
   */
  readonly connections?: readonly AnyConnection[] | undefined;
}

/** No node shows what was asked for, and one did not answer, so it is not known to be absent. */
export class IncompleteAnswer extends Error {}

/** The messages of connections that were used together, or those that they have been joined with. */
interface Group extends Messages {
  joined?: Group;
}

const GROUPS = new WeakMap<object, Group>();

const groupOf = (group: Group): Group => (group.joined === undefined ? group : groupOf(group.joined));

/** The messages of connections. Connections that are used together share them from then on, also in calls underway. */
function shared(connections: readonly object[]): () => Messages {
  const none = (): Group => ({ underway: new Map(), claimed: new Map(), guarded: new Map() });
  const [group = none(), ...others] = new Set(connections.map((one) => groupOf(GROUPS.get(one) ?? none())));
  for (const other of others) {
    for (const name of ["underway", "claimed", "guarded"] as const) {
      const map: Map<string, unknown> = group[name];
      for (const [key, value] of other[name]) map.set(key, value);
    }
    other.joined = group;
  }
  for (const one of connections) GROUPS.set(one, group);
  return () => groupOf(group);
}

/** Adapts the connections of a call. `subscribe` is the option of `signAndSend`. */
export function contextOf(
  { connection, connections }: Connected,
  subscribe: boolean | undefined,
  following: Following,
): Context {
  if (
    connections !== undefined &&
    (connection !== undefined || !(Array.isArray(connections) && connections.length > 0))
  )
    throw new ConfigurationError(
      "Pass either connection, or connections with at least one connection. Nothing was sent.",
    );
  const libraries = (connections ?? [connection]).map((one) => libraryOf(one as AnyConnection, subscribe));
  const own = libraries.map((library) => library.connection);
  const messages = shared(own);
  const all = libraries.map((library) => nodeRpc(library, messages, following));
  const [first] = all as [NodeRpc];
  const given = connections?.[0] ?? connection;
  const rpc = all.length === 1 ? first : together(all, following.commitment);
  return { ...following, rpc: { ...rpc, all, given } };
}

function together(nodes: readonly NodeRpc[], commitment: Following["commitment"]): NodeRpc {
  const [first] = nodes as readonly [NodeRpc];
  const every = (name: keyof NodeRpc) => nodes.every((node) => node[name] !== undefined);
  /** A call that goes to the next node if one fails, or answers undefined. */
  const failover = <A extends readonly unknown[], T>(of: (node: NodeRpc) => Call<A, T> | undefined) => {
    const calls = nodes.map(of).filter((call) => call !== undefined);
    if (calls.length === 0) return undefined;
    return async (...args: A): Promise<T> => {
      const failures: unknown[] = [];
      for (const call of calls)
        try {
          const answer = await call(...args);
          if (answer !== undefined) return answer;
        } catch (error) {
          failures.push(error);
        }
      if (failures.length > 0) throw soonest(failures);
      return undefined as T;
    };
  };
  return {
    ...first,
    onReached: nodes.find(({ onReached }) => onReached)?.onReached,
    status: async (signature, history) => {
      const answers = await shownOrAll(
        nodes.map((node) => node.status(signature, history)),
        ({ status }) => status?.err === null && isAtLeast(status, commitment),
      );
      const seen = answers.flatMap((answer) =>
        answer?.status ? [{ ...answer, status: answer.status }] : [],
      );
      // If nodes disagree, the one that shows success, so that nothing is paid again.
      const agreed = seen.some(({ status }) => status.err === null)
        ? seen.filter(({ status }) => status.err === null)
        : seen;
      const best = [...COMMITMENTS]
        .reverse()
        .flatMap((level) => agreed.filter(({ status }) => isAtLeast(status, level)))[0];
      return best ?? { status: undefined, slot: lowest(complete(answers)) };
    },
    blockhashValid: async (blockhash, level) => {
      const answers = await shownOrAll(
        nodes.map((node) => node.blockhashValid(blockhash, level)),
        ({ valid }) => valid,
      );
      return answers.find((answer) => answer?.valid) ?? { valid: false, slot: lowest(complete(answers)) };
    },
    genesis: every("genesis")
      ? async () => {
          const answers = await shownOrAll(
            nodes.map(async (node) => node.genesis?.()),
            () => false,
          );
          const hashes = answers.filter((hash) => hash !== undefined);
          if (new Set(hashes).size > 1)
            throw new ConfigurationError(
              `The connections point to different clusters, with the genesis hashes ${hashes.join(" and ")}. Nothing was sent.`,
            );
          return hashes[0] as string;
        }
      : undefined,
    firstBlock: every("firstBlock")
      ? async () =>
          Math.max(...(await Promise.all(nodes.map(async (node) => (await node.firstBlock?.()) ?? 0))))
      : undefined,
    // A history is searched on each node.
    signaturesOf: every("signaturesOf") ? first.signaturesOf : undefined,
    simulate: failover((node) => node.simulate),
    accounts: failover((node) => node.accounts),
    recentFees: failover((node) => node.recentFees),
    transaction: failover((node) => node.transaction),
  };
}

type Call<A extends readonly unknown[], T> = (...args: A) => Promise<T>;

/** The answers, if all nodes have answered. */
function complete<T>(answers: readonly (T | undefined)[]): readonly T[] {
  const all = answers.filter((one) => one !== undefined);
  if (all.length < answers.length)
    throw new IncompleteAnswer("One of the connections did not answer, and the others do not show it.");
  return all;
}

/** The lowest slot, as of which all nodes have answered. */
function lowest(answers: readonly { readonly slot: number | undefined }[]): number | undefined {
  const slots = answers.map(({ slot }) => slot ?? Number.NaN);
  const slot = Math.min(...slots);
  return Number.isNaN(slot) ? undefined : slot;
}
