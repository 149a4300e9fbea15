import { type ContractOptions, type Dialect, readingsOf } from "../api/readings.js";
import type { Guard } from "../control/guard.js";
import type { SessionHost, SessionRequest } from "../control/session-commands.js";
import { HOUR_MS, parseDuration } from "../kernel/duration.js";
import { OptionError } from "../kernel/option-error.js";
import { idCharacters } from "../kernel/random.js";
import { invalidField, ServiceError } from "../kernel/service-error.js";
import type { SessionRow } from "../state/records.js";
import type { Addresses } from "./addresses.js";
import type { KeptState } from "./kept-state.js";
import { loggedWorld, type ServerSetup } from "./setup.js";
import { Site } from "./site.js";
import type { WalletKeys, World } from "./world.js";
import type { WorldBase } from "./world-base.js";

/** A world of its own on a running server. */
export interface Session extends Addresses {
  /** Identifier, to close it by. */
  readonly id: string;
  /** Secrets of its keys by name. */
  readonly keys: Readonly<Record<string, string>>;
  /** Identifiers of the same keys. */
  readonly keyIds: Readonly<Record<string, string>>;
  /** Its wallets by name. */
  readonly wallets: Readonly<Record<string, WalletKeys>>;
}

interface Open {
  readonly site: Site;
  readonly ttlMs: number;
  /** Server's clock at the last request. */
  readonly use: { at: number };
  cancel: () => void;
}

const PREFIX = "/s/";

/** The sessions of a server: isolated worlds under prefixes of their own, forgotten when nobody asks for them any more. */
export class Sessions implements SessionHost {
  readonly #setup: ServerSetup;
  readonly #root: WorldBase;
  readonly #guard: () => Guard;
  readonly #overloaded: () => boolean;
  readonly #addresses: (prefix: string) => Addresses;
  readonly #kept: KeptState | undefined;
  readonly #open = new Map<string, Open>();

  constructor(options: {
    readonly setup: ServerSetup;
    /** The server's own World, which gives time, ids and seeds. */
    readonly root: World;
    readonly guard: () => Guard;
    readonly addresses: (prefix: string) => Addresses;
    readonly overloaded: () => boolean;
    /** Keeps the sessions beside the server's own World. */
    readonly kept?: KeptState | undefined;
  }) {
    this.#setup = options.setup;
    this.#guard = options.guard;
    this.#overloaded = options.overloaded;
    this.#addresses = options.addresses;
    this.#kept = options.kept;
    this.#root = options.root.parts;
    for (const [id, { row, usedAt }] of this.#kept?.sessions ?? []) this.#begin(id, row, usedAt);
    const { clock } = this.#root;
    // A clock that was put elsewhere has forgotten when sessions end.
    clock.onTurned(() => {
      for (const [id, open] of this.#open) {
        open.cancel();
        open.use.at = Math.min(open.use.at, clock.now());
        this.#expire(id, open);
      }
    });
  }

  /** Opens a session. @throws ServiceError 400 naming the field that is wrong */
  openSession(request: SessionRequest): Session {
    const root = this.#root;
    const ttlMs = request.ttl === undefined ? HOUR_MS : parseDuration(request.ttl);
    if (ttlMs === undefined || ttlMs <= 0)
      throw invalidField("ttl", 'must be a duration above 0 such as "1h"');
    const id = this.#newId();
    const { dialect, contract, seed = `${root.seed}/${id}` } = request;
    const row = { seed: String(seed), dialect, contract, ttlMs };
    return this.#shown(id, this.#begin(id, row, root.clock.now()));
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
    this.#kept?.forget(id);
  }

  listSessions(): Session[] {
    return [...this.#open].map(([id, open]) => this.#shown(id, open));
  }

  /** The session whose prefix a path has, and the path below it. */
  find(path: string): { readonly site: Site; readonly path: string } | undefined {
    if (!path.startsWith(PREFIX)) return undefined;
    const end = path.indexOf("/", PREFIX.length);
    const open = this.#open.get(path.slice(PREFIX.length, end < 0 ? undefined : end));
    if (!open || end < 0) return undefined;
    open.use.at = this.#root.clock.now();
    return { site: open.site, path: path.slice(end) };
  }

  /** Returns the error for a path below a session that is not open; undefined for any other path. */
  ended(path: string): ServiceError<"not_found"> | undefined {
    const id = path.startsWith(PREFIX) ? path.slice(PREFIX.length).split("/")[0] : "";
    if (!id || this.#open.has(id)) return undefined;
    return new ServiceError(
      "not_found",
      `The session ${id} has ended: it was closed, or nobody asked for it during its ttl. Open another with POST /_mock/sessions.`,
      { details: { resource: "session", id } },
    );
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

  #begin(id: string, row: SessionRow, usedAt: number): Open {
    const kept = this.#kept;
    const use = { at: usedAt };
    const { world: options, relayUrl } = this.#setup;
    const { world, log } = loggedWorld(this.#setup, { seed: row.seed, readings: this.#readings(row) });
    const site = new Site({
      ...{ world, log, guard: this.#guard, onFailure: options.onFailure },
      addresses: () => this.#addresses(PREFIX + id),
      overloaded: this.#overloaded,
      journal: kept?.followSession(world, { id, row, usedAt: () => use.at }),
      ...(relayUrl && { relayUrl }),
    });
    const open: Open = { site, ttlMs: row.ttlMs, use, cancel: () => undefined };
    this.#open.set(id, open);
    this.#expire(id, open);
    return open;
  }

  /** A server that was reset draws the ids of its sessions again, while those may be open still. */
  #newId(): string {
    const { random, state } = this.#root;
    for (;;) {
      const id = `session_${idCharacters(random.bytes("session", state.next("session")))}`;
      if (!this.#open.has(id)) return id;
    }
  }

  /** Addresses are those of the moment: a socket may have been opened since. */
  #shown(id: string, { site }: Open): Session {
    const { wallets, parts } = site.world;
    const { secrets: keys, keyIds } = parts;
    return { id, ...this.#addresses(PREFIX + id), keys, keyIds, wallets };
  }

  #readings({ dialect, contract }: Pick<SessionRow, "dialect" | "contract">) {
    if (dialect === undefined && contract === undefined) return this.#setup.world.readings;
    try {
      return readingsOf(dialect as Dialect | undefined, contract as ContractOptions | undefined);
    } catch (error) {
      if (error instanceof OptionError)
        throw invalidField(error.option, error.message.slice(error.option.length + 1));
      throw error;
    }
  }

  /** Looks again when the session would be over; one that was used meanwhile lives on. */
  #expire(id: string, open: Open): void {
    const { clock } = this.#root;
    open.cancel = clock.schedule(open.use.at + open.ttlMs, async () => {
      if (clock.now() >= open.use.at + open.ttlMs) this.closeSession(id);
      else this.#expire(id, open);
    });
  }
}
