import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import { type ContractOptions, type Dialect, type Readings, readingsOf } from "../api/readings.js";
import { SessionRequestSchema } from "../control/commands/requests.js";
import type { SessionHost, SessionRequest } from "../control/commands/sessions.js";
import { ConflictError } from "../control/subject.js";
import { checkedCall } from "../kernel/checked.js";
import { invalidField, ServiceError } from "../kernel/errors.js";
import { choice, integer, maybe, part, someTime } from "../kernel/schema-kit.js";
import { type Duration, durationMs, HOUR_MS } from "../kernel/time.js";
import type { Journal, JournalSession } from "../state/journal.js";
import type { SessionRow } from "../state/records.js";
import type { WorldBase } from "./compose-world.js";
import { composeWorld } from "./compose-world.js";
import type { ServerSetup } from "./entrances.js";
import type { Addresses, Session } from "./public-types.js";
import { Site, type SiteSetup } from "./site.js";
import type { StateStore } from "./state-store.js";
import type { World } from "./world.js";

interface Open {
  readonly site: Site;
  readonly row: SessionRow;
  /** Server's clock at the last request. */
  readonly use: { at: number };
  cancel: () => void;
}

const PREFIX = "/s/";

/** Options of {@link Sessions}. */
interface SessionsOptions extends Pick<SiteSetup, "guard" | "overload" | "onAnswered"> {
  readonly setup: ServerSetup;
  /** The server's own World, which gives time, ids and seeds. */
  readonly root: World;
  readonly addresses: (prefix: string) => Addresses;
  /** Keeps the sessions beside the server's own World. */
  readonly kept?: StateStore | undefined;
}

/** The sessions of a server: isolated worlds under prefixes of their own, forgotten when nobody asks for them any more. */
export class Sessions implements SessionHost {
  readonly #options: SessionsOptions;
  readonly #root: WorldBase;
  readonly #open = new Map<string, Open>();

  constructor(options: SessionsOptions) {
    const { root } = options;
    this.#options = options;
    this.#root = root.parts;
    const { clock } = this.#root;
    for (const [id, { row, usedAt }] of this.#options.kept?.sessions ?? []) {
      const used = Math.min(usedAt, clock.now());
      if (clock.now() < used + row.ttlMs) this.#begin(id, row, used);
      else this.#options.kept?.forget(id);
    }
    // A clock that was put elsewhere has forgotten when sessions end.
    clock.onTurned(() => {
      for (const [id, open] of this.#open) {
        open.cancel();
        open.use.at = Math.min(open.use.at, clock.now());
        this.#expire(id, open);
      }
    });
  }

  /** Opens a session. @throws ServiceError 400 naming the field that is wrong; {@link ConflictError} when its name is taken */
  openSession(request: SessionRequest): Session {
    const { name } = checkedCall(SessionRequestSchema, request);
    if (name !== undefined && !isSessionName(name)) throw invalidField("name", NAME_RULE);
    if (name !== undefined && this.#open.has(name))
      throw new ConflictError(`The session ${name} is open; PUT /_mock/sessions/${name} answers it.`);
    this.#refuseFull();
    const id = name ?? this.#newId();
    return this.#shown(id, this.#opened(id, this.#row(id, request)));
  }

  /** Opens a session of this name, or answers the one that is open. @throws {ConflictError} when that was opened otherwise */
  ensureSession(name: string, request: SessionRequest): Session {
    const open = this.#open.get(name);
    if (!open) return this.openSession({ ...request, name });
    const was = { ...open.row, ttl: open.row.ttlMs } as SessionRequest;
    // Options that are left out are met by any session.
    const wanted = this.#row(name, { ...was, ...request });
    if (!isDeepStrictEqual(this.#row(name, was), wanted)) {
      throw new ConflictError(
        `The session ${name} is open with other options; DELETE /_mock/sessions/${name} closes it.`,
      );
    }
    return this.#shown(name, open);
  }

  /** Closes a session. @throws ServiceError 404 when there is none of this id */
  closeSession(id: string): void {
    const open = this.#open.get(id);
    if (!open) {
      throw new ServiceError("not_found", `No session has the id ${id}; it may have ended by its ttl.`, {
        details: { resource: "session", id },
      });
    }
    open.cancel();
    open.site.close();
    this.#open.delete(id);
    this.#options.kept?.forget(id);
  }

  /** How many are open. */
  get size(): number {
    return this.#open.size;
  }

  listSessions(): Session[] {
    return [...this.#open].map(([id, open]) => this.#shown(id, open));
  }

  /**
   * The session whose prefix a path has, and the path below it; an error where none is open and none is opened by use;
   * undefined for any other path.
   */
  find(path: string): { readonly site: Site; readonly path: string } | ServiceError | undefined {
    if (!path.startsWith(PREFIX)) return undefined;
    const end = path.indexOf("/", PREFIX.length);
    const id = path.slice(PREFIX.length, end < 0 ? undefined : end);
    if (id === "") return undefined;
    let open: Open | ServiceError | undefined = this.#open.get(id);
    // Without the slash the path is nobody's, and no use of a session.
    if (end < 0 && (open || this.#options.setup.sessions.onDemand)) return undefined;
    open ??= this.#byUse(id);
    if (open instanceof ServiceError) return open;
    open.use.at = this.#root.clock.now();
    return { site: open.site, path: path.slice(end) };
  }

  /** Ends the streams of every session. */
  endStreams(): void {
    for (const { site } of this.#open.values()) site.endStreams();
  }

  /** Resolves when no session has work under way. */
  async atRest(): Promise<void> {
    await Promise.all([...this.#open.values()].map(({ site }) => site.world.parts.clock.atRest()));
  }

  /** Ends with the server; sessions that are kept will be open again with it. */
  close(): void {
    for (const { cancel, site } of this.#open.values()) {
      cancel();
      site.close();
    }
    this.#open.clear();
  }

  /** Opens a session that somebody uses, where the server does so. */
  #byUse(id: string): Open | ServiceError {
    if (!this.#options.setup.sessions.onDemand || id.startsWith(DRAWN)) return ended(id);
    if (!isSessionName(id)) return invalidField("session", NAME_RULE);
    try {
      this.#refuseFull();
      return this.#opened(id, this.#row(id, {}));
    } catch (error) {
      if (error instanceof ServiceError) return error;
      throw error;
    }
  }

  /** Opens a session now. @throws ServiceError 503 when it cannot be kept, on a full disk for example */
  #opened(id: string, row: SessionRow): Open {
    try {
      return this.#begin(id, row, this.#root.clock.now());
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      this.#options.setup.world.onFailure(error);
      throw unavailable(`The session ${id} cannot be opened now: what it holds could not be kept.`);
    }
  }

  #refuseFull(): void {
    const { limit } = this.#options.setup.sessions;
    const files = this.#options.kept?.mostFiles ?? limit;
    if (this.#open.size < Math.min(limit, files)) return;
    const reason =
      files < limit
        ? `${files} sessions are open, each with a file, and the system's limit of open files (ulimit -n) leaves room for connections only.`
        : `${limit} sessions are open, which is this server's limit.`;
    throw unavailable(
      `${reason} Close one with DELETE /_mock/sessions/{id}, or wait until one ends by its ttl.`,
    );
  }

  #row(id: string, { seed, dialect, contract, ttl }: SessionRequest): SessionRow {
    const ttlMs = ttl === undefined ? this.#options.setup.sessions.ttlMs : durationMs(ttl);
    return { seed: String(seed ?? `${this.#root.seed}/${id}`), dialect, contract, ttlMs };
  }

  #begin(id: string, row: SessionRow, usedAt: number): Open {
    const use = { at: usedAt };
    const { world: options, relayUrl } = this.#options.setup;
    const { guard, overload, onAnswered } = this.#options;
    const world = composeWorld({
      ...options,
      seed: row.seed,
      readings: readingsOfRow(row, options.readings),
    });
    const journal = this.#journalOf(world, { id, row, usedAt: () => use.at });
    const site = new Site({
      world,
      guard,
      overload,
      onAnswered,
      onFailure: options.onFailure,
      session: id,
      journal,
      addresses: () => this.#options.addresses(PREFIX + id),
      ...(relayUrl && { relayUrl }),
    });
    const open: Open = { site, row, use, cancel: () => undefined };
    this.#open.set(id, open);
    this.#expire(id, open);
    return open;
  }

  #journalOf(world: World, session: JournalSession): Journal | undefined {
    try {
      return this.#options.kept?.followSession(world, session);
    } catch (error) {
      world.close();
      throw error;
    }
  }

  /** A server that was reset draws the ids of its sessions again, while those may be open still. */
  #newId(): string {
    const { random, state } = this.#root;
    for (;;) {
      const id = `${DRAWN}${random.characters("session", state.next("session"))}`;
      if (!this.#open.has(id)) return id;
    }
  }

  /** Addresses are those of the moment: a socket may have been opened since. */
  #shown(id: string, { site }: Open): Session {
    const { wallets, parts } = site.world;
    const { secrets: keys, keyIds } = parts;
    return { id, ...this.#options.addresses(PREFIX + id), keys, keyIds, wallets };
  }

  /** Looks again when the session would be over; one that was used meanwhile lives on. */
  #expire(id: string, open: Open): void {
    const { clock } = this.#root;
    open.cancel = clock.schedule(open.use.at + open.row.ttlMs, async () => {
      if (clock.now() >= open.use.at + open.row.ttlMs) this.closeSession(id);
      else this.#expire(id, open);
    });
  }
}

/** The readings of the contract that a session has. What its row holds was checked before it was kept. */
export function readingsOfRow({ dialect, contract }: SessionRow, server: Readings): Readings {
  if (dialect === undefined && contract === undefined) return server;
  return readingsOf(dialect as Dialect | undefined, contract as ContractOptions | undefined);
}

/** The error for a session that is not open. */
export function ended(id: string): ServiceError {
  return new ServiceError(
    "not_found",
    `The session ${id} has ended: it was closed, or nobody asked for it during its ttl. Open another with POST /_mock/sessions.`,
    { details: { resource: "session", id } },
  );
}

/** The error for a session that cannot be opened now. */
export function unavailable(message: string): ServiceError {
  return new ServiceError("service_unavailable", message, { headers: { "Retry-After": "5" } });
}

/** How a server opens sessions, and how many. */
export interface SessionOptions {
  /**
   * `"on-demand"`: the first request below `/s/NAME/` opens the session NAME, in the world that the server's seed and the
   * name give. Default `"explicit"`: only a call of `openSession` or of the control plane opens one.
   */
  readonly open?: "explicit" | "on-demand";
  /** Most that are open at a time; above it opening one is answered with 503. Default 1,000. */
  readonly limit?: number;
  /** How long one that names no `ttl` lives without being asked for anything, by the server's clock. Default 1 h. */
  readonly ttl?: Duration;
}

/** The same, checked and with its defaults. */
export interface SessionPolicy {
  readonly onDemand: boolean;
  readonly limit: number;
  readonly ttlMs: number;
}

/** Most sessions that are open at a time, where no limit is given. */
export const DEFAULT_LIMIT = 1_000;

/** Schema of {@link SessionOptions}. */
export const SessionsSchema = z.lazy(() =>
  part({
    open: maybe(choice(["explicit", "on-demand"])),
    limit: maybe(integer(1)),
    ttl: maybe(someTime),
  }),
);

/** How sessions are opened under checked options. */
export function sessionPolicy({
  open,
  limit = DEFAULT_LIMIT,
  ttl = HOUR_MS,
}: z.output<typeof SessionsSchema> = {}): SessionPolicy {
  return { onDemand: open === "on-demand", limit, ttlMs: durationMs(ttl) };
}

/** Beginning of the ids that the server draws itself. */
export const DRAWN = "session_";

/** The rule that names of sessions follow, for people. */
export const NAME_RULE = `must be 1 to 64 of the characters A-Z, a-z, 0-9, ".", "_" and "-", begin with a letter or a digit, and not with ${DRAWN}`;

/** Whether a client may call a session so. A name stands in paths as it is and names a file, so it needs no encoding. */
export function isSessionName(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(text) && !text.startsWith(DRAWN);
}
