import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import {
  type ServerSessions,
  type Session,
  type SessionRequest,
  SessionRequestSchema,
} from "../control/commands/sessions.js";
import type { Addresses } from "../http/addresses.js";
import { type BelowSession, sessionPath, sessionSecret } from "../http/session-path.js";
import { sameSecret } from "../http/token.js";
import { checkedCall } from "../kernel/checked.js";
import {
  ControlConflictError,
  invalidField,
  notFound,
  ServiceError,
  systemCode,
  unavailable,
} from "../kernel/errors.js";
import { choice, integer, maybe, part, someTime } from "../kernel/schema-kit.js";
import { type Duration, durationMs, HOUR_MS } from "../kernel/time.js";
import type { Journal, JournalSession } from "../state/journal.js";
import type { SessionRow } from "../state/records.js";
import { composeWorld, type WorldSetup } from "../world/compose-world.js";
import { type ContractOptions, type Dialect, settingsOf } from "../world/dialects.js";
import type { World } from "../world/world.js";
import type { WorldBase } from "../world/world-base.js";
import { Instance, type InstanceSetup } from "./instance.js";
import type { StateStore } from "./state-store.js";

interface Open {
  readonly instance: Instance;
  readonly row: SessionRow;
  /** Server time of the last request. */
  readonly use: { at: number };
  cancel: () => void;
}

/** The options of a server that its sessions share. */
export interface SessionsSetup {
  readonly world: WorldSetup;
  readonly sessions: SessionOptions;
  readonly controlToken?: string;
  /** Stores the state of the server's Worlds, and is closed with the server. Default: nothing is stored. */
  readonly stateStore?: StateStore;
}

interface SessionsOptions {
  readonly setup: SessionsSetup;
  /** The setup that all instances share. */
  readonly shared: Omit<InstanceSetup, "world" | "addresses" | "journal" | "session" | "server">;
  /** The server's own World, from which sessions get time, ids and seeds. */
  readonly root: World;
  readonly addresses: (prefix: string) => Addresses;
}

/** A server's sessions: isolated worlds under their own prefixes, deleted when they are idle for their ttl. */
export class Sessions implements ServerSessions {
  readonly #setup: SessionsSetup;
  readonly #root: WorldBase;
  readonly #open = new Map<string, Open>();

  constructor(private readonly options: SessionsOptions) {
    this.#setup = options.setup;
    this.#root = options.root.parts;
    const { clock } = this.#root;
    const { stateStore } = this.#setup;
    for (const [id, { row, usedAt }] of stateStore?.sessions ?? []) {
      const used = Math.min(usedAt, clock.now());
      if (clock.now() < used + row.ttlMs) this.#begin(id, row, used);
      else stateStore?.delete(id);
    }
    // A manual change of the clock can drop the timers that end sessions.
    clock.onChange(() => {
      for (const [id, open] of this.#open) {
        open.cancel();
        open.use.at = Math.min(open.use.at, clock.now());
        this.#expire(id, open);
      }
    });
  }

  /** Opens a session. @throws ServiceError 400 with the invalid field; {@link ControlConflictError} if its name is in use */
  openSession(options: SessionRequest): Session {
    const request = checkedCall(SessionRequestSchema, options);
    const { name } = request;
    if (name !== undefined && !isSessionName(name)) throw invalidField("name", NAME_RULE);
    if (name !== undefined && this.#open.has(name))
      throw new ControlConflictError(
        `The session ${name} is already open; PUT /_mock/sessions/${name} returns it.`,
      );
    this.#refuseFull();
    const id = name ?? this.#newId();
    return this.#viewOf(id, this.#opened(id, this.#row(id, request)));
  }

  /** Opens a session with this name, or returns the open one. @throws {ControlConflictError} if its options differ */
  ensureSession(name: string, request: SessionRequest): Session {
    const open = this.#open.get(name);
    if (!open) return this.openSession({ ...request, name });
    const was = { ...open.row, ttl: open.row.ttlMs } as SessionRequest;
    // An omitted option matches every value.
    const wanted = this.#row(name, { ...was, ...request });
    if (!isDeepStrictEqual(this.#row(name, was), wanted)) {
      throw new ControlConflictError(
        `The session ${name} is already open with different options; DELETE /_mock/sessions/${name} closes it.`,
      );
    }
    return this.#viewOf(name, open);
  }

  closeSession(id: string): void {
    const open = this.#open.get(id);
    if (!open) {
      throw notFound("session", id, `No session has the ID ${id}; it may have expired (ttl).`);
    }
    open.cancel();
    open.instance.close();
    this.#open.delete(id);
    try {
      this.#setup.stateStore?.delete(id);
    } catch (error) {
      const why = `the stored state could not be changed (${systemCode(error)})`;
      throw unavailable(
        `The session ${id} is closed, but ${why}: the next start opens it again. Then close it there.`,
        5,
      );
    }
  }

  get size(): number {
    return this.#open.size;
  }

  listSessions(): Session[] {
    return [...this.#open].map(([id, open]) => this.#viewOf(id, open));
  }

  /**
   * The session of a path, and the path below it. Undefined for a path that is not below a session.
   *
   * @param isAuthorized whether the request has the control token
   * @throws {ServiceError} if the session is not open and cannot be opened on demand, or if the request may not use it
   */
  find(
    { name: id, secret, rest }: BelowSession,
    isAuthorized: boolean,
  ): { readonly instance: Instance; readonly path: string } | undefined {
    const { controlToken: token } = this.#setup;
    if (token !== undefined) {
      const knows =
        secret === undefined
          ? isAuthorized && rest?.startsWith("/_mock/")
          : sameSecret(secret, sessionSecret(id, token));
      if (!knows) throw noAddress(id);
    }
    let open = this.#open.get(id);
    // Without a slash after the id, the path is not below the session, and does not count as its use.
    if (rest === undefined && (open || this.#opensOnDemand)) return undefined;
    open ??= this.#openOnDemand(id);
    open.use.at = this.#root.clock.now();
    return { instance: open.instance, path: rest ?? "" };
  }

  endStreams(): void {
    for (const { instance } of this.#open.values()) instance.endStreams();
  }

  /** Resolves when no session has work in progress. */
  async whenIdle(): Promise<void> {
    await Promise.all(
      [...this.#open.values()].map(({ instance }) => instance.world.parts.clock.work.whenIdle()),
    );
  }

  /** Closes all sessions when the server closes. Stored sessions reopen when the server starts again. */
  close(): void {
    for (const { cancel, instance } of this.#open.values()) {
      cancel();
      instance.close();
    }
    this.#open.clear();
  }

  get #opensOnDemand(): boolean {
    return this.#setup.sessions.open === "on-demand";
  }

  /** Opens a session on its first request, if the server allows it. */
  #openOnDemand(id: string): Open {
    if (!this.#opensOnDemand || id.startsWith(DRAWN_PREFIX)) throw ended(id);
    if (!isSessionName(id)) throw invalidField("session", NAME_RULE);
    this.#refuseFull();
    return this.#opened(id, this.#row(id, {}));
  }

  /** @throws ServiceError 503 if the session cannot be stored, for example on a full disk */
  #opened(id: string, row: SessionRow): Open {
    try {
      return this.#begin(id, row, this.#root.clock.now());
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      this.#setup.world.onFailure(error);
      throw unavailable(`The session ${id} cannot be opened now: its state could not be stored.`, 5);
    }
  }

  #refuseFull(): void {
    const { limit = DEFAULT_LIMIT } = this.#setup.sessions;
    const files = this.#setup.stateStore?.maxFiles ?? limit;
    if (this.#open.size < Math.min(limit, files)) return;
    const reason =
      files < limit
        ? `${files} sessions are open, and each needs an open file. The system's limit of open files (ulimit -n) does not allow another session.`
        : `${limit} sessions are open, which is this server's limit.`;
    throw unavailable(
      `${reason} Close one with DELETE /_mock/sessions/{id}, or wait until one expires (ttl).`,
      5,
    );
  }

  #row(id: string, { seed, dialect, contract, ttl }: SessionRequest): SessionRow {
    const ttlMs = durationMs(ttl ?? this.#setup.sessions.ttl ?? HOUR_MS);
    return { seed: String(seed ?? this.#seedOf(id)), dialect, contract, ttlMs };
  }

  /** The server's seed cannot be derived from a session's. */
  #seedOf(id: string): string {
    return Buffer.from(this.#root.random.bytes("session seed", id)).toString("hex", 0, 16);
  }

  #begin(id: string, row: SessionRow, usedAt: number): Open {
    const use = { at: usedAt };
    const { world: options } = this.#setup;
    const world = composeWorld({
      ...options,
      seed: row.seed,
      // The options were checked before the row was stored.
      settings: settingsOf(row.dialect as Dialect, row.contract as ContractOptions, options.settings),
    });
    const journal = this.#journalOf(world, { id, row, usedAt: () => use.at });
    const instance = new Instance({
      ...this.options.shared,
      world,
      session: id,
      journal,
      addresses: () => this.#addresses(id),
    });
    const open: Open = { instance, row, use, cancel: () => undefined };
    this.#open.set(id, open);
    this.#expire(id, open);
    return open;
  }

  #journalOf(world: World, session: JournalSession): Journal | undefined {
    try {
      return this.#setup.stateStore?.attachSession(world, session);
    } catch (error) {
      world.close();
      throw error;
    }
  }

  /**
   * Generates an unused id. After a reset the server draws the same ids again, but their sessions might still be open.
   */
  #newId(): string {
    const { random, state } = this.#root;
    for (;;) {
      const id = `${DRAWN_PREFIX}${random.characters("session", state.next("session"))}`;
      if (!this.#open.has(id)) return id;
    }
  }

  /** Shows a session with its current addresses, because a socket might have been opened since. */
  #viewOf(id: string, { instance }: Open): Session {
    const { wallets, parts } = instance.world;
    const { secrets: keys, keyIds } = parts;
    return { id, ...this.#addresses(id), keys, keyIds, wallets };
  }

  #addresses(id: string): Addresses {
    return this.options.addresses(sessionPath(id, this.#setup.controlToken));
  }

  /** Ends a session after its ttl, unless it has been used in the meantime. */
  #expire(id: string, open: Open): void {
    const { clock } = this.#root;
    open.cancel = clock.schedule(open.use.at + open.row.ttlMs, async () => {
      if (clock.now() >= open.use.at + open.row.ttlMs) this.closeSession(id);
      else this.#expire(id, open);
    });
  }
}

function ended(id: string): ServiceError {
  return notFound(
    "session",
    id,
    `The session ${id} has ended: it was closed, or it expired (ttl). Open another with POST /_mock/sessions.`,
  );
}

/** The same for every name, so that it does not show which sessions are open. */
function noAddress(id: string): ServiceError {
  return notFound(
    "session",
    id,
    "No session has this address. On a server with a control token, a session's address is /s/NAME~SECRET/, as returned by GET /s/NAME/_mock/world with the token.",
  );
}

/** How a server opens sessions, and their limit. */
export interface SessionOptions {
  /**
   * `"on-demand"`: the first request below `/s/NAME/` opens the session NAME, in the world determined by the server's
   * seed and the name. On hosts other than loopback, this requires a `controlToken`. Default `"explicit"`: only `openSession` or a control plane call opens one.
   */
  readonly open?: "explicit" | "on-demand";
  /** Maximum number of open sessions. Opening another one fails with 503. Default 1,000. */
  readonly limit?: number;
  /** Idle time after which a session without its own `ttl` ends, by the server clock. Default 1 h. */
  readonly ttl?: Duration;
}

export const DEFAULT_LIMIT = 1_000;

export const SessionsSchema = z.lazy(() =>
  part({
    open: maybe(choice(["explicit", "on-demand"])),
    limit: maybe(integer(1)),
    ttl: maybe(someTime),
  }),
);

/** Prefix of session ids that the server generates. */
const DRAWN_PREFIX = "session_";

/** The rule for session names, as an error message. */
const NAME_RULE = `must be 1 to 64 characters from A-Z, a-z, 0-9, ".", "_" and "-", and begin with a letter or a digit, but not with ${DRAWN_PREFIX}`;

/** True if a client may use this session name, which appears unencoded in paths and file names. */
function isSessionName(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(text) && !text.startsWith(DRAWN_PREFIX);
}
