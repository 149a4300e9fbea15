import type { Addresses } from "./addresses.js";
import { readingsOf } from "./api/readings.js";
import type { WalletKeys, World } from "./compose.js";
import type { Guard } from "./control/guard.js";
import type { SessionHost, SessionRequest } from "./control/session-commands.js";
import { parseDuration } from "./kernel/duration.js";
import { OptionError } from "./kernel/option-error.js";
import { idCharacters } from "./kernel/random.js";
import { invalidField, ServiceError } from "./kernel/service-error.js";
import { Site, type SiteSetup } from "./site.js";

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
  readonly session: Session;
  readonly ttlMs: number;
  /** Server's clock at the last request. */
  usedAt: number;
  cancel: () => void;
}

const PREFIX = "/s/";
const TTL_MS = 3_600_000;

/** The sessions of a server: isolated worlds under prefixes of their own, forgotten when nobody asks for them any more. */
export class Sessions implements SessionHost {
  readonly #setup: Pick<SiteSetup, "world" | "relayUrl" | "onAnswered">;
  readonly #guard: () => Guard;
  readonly #addresses: (prefix: string) => Addresses;
  readonly #open = new Map<string, Open>();
  #root: World | undefined;

  constructor(options: {
    readonly setup: Pick<SiteSetup, "world" | "relayUrl" | "onAnswered">;
    readonly guard: () => Guard;
    readonly addresses: (prefix: string) => Addresses;
  }) {
    this.#setup = options.setup;
    this.#guard = options.guard;
    this.#addresses = options.addresses;
  }

  /** Takes time, ids and seeds from the server's own World. */
  follow(root: World): void {
    this.#root = root;
    // A clock that was put elsewhere has forgotten when sessions end.
    root.clock.onTurned(() => {
      for (const [id, open] of this.#open) {
        open.cancel();
        open.usedAt = Math.min(open.usedAt, root.clock.now());
        this.#expire(id, open, root);
      }
    });
  }

  /** Opens a session. @throws ServiceError 400 naming the field that is wrong */
  openSession(request: SessionRequest): Session {
    const root = this.#root;
    if (!root) throw new Error("the sessions follow no world");
    const number = root.state.next("session");
    const id = `session_${idCharacters(root.random.bytes("session", number))}`;
    const ttlMs = request.ttl === undefined ? TTL_MS : parseDuration(request.ttl);
    if (ttlMs === undefined || ttlMs <= 0)
      throw invalidField("ttl", 'must be a duration above 0 such as "1h"');
    const site = new Site({
      ...this.#setup,
      world: {
        ...this.#setup.world,
        seed: String(request.seed ?? `${root.seed}/${id}`),
        readings: this.#readings(request),
      },
      guard: this.#guard,
      addresses: () => this.#addresses(PREFIX + id),
    });
    const { secrets: keys, keyIds, wallets } = site.world;
    const session = { id, ...this.#addresses(PREFIX + id), keys, keyIds, wallets };
    const open: Open = { site, session, ttlMs, usedAt: root.clock.now(), cancel: () => undefined };
    this.#open.set(id, open);
    this.#expire(id, open, root);
    return session;
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
  }

  listSessions(): Session[] {
    return [...this.#open.values()].map(({ session }) => session);
  }

  /** The session whose prefix a path has, and the path below it. */
  find(path: string): { readonly site: Site; readonly path: string } | undefined {
    if (!path.startsWith(PREFIX)) return undefined;
    const end = path.indexOf("/", PREFIX.length);
    const open = this.#open.get(path.slice(PREFIX.length, end < 0 ? undefined : end));
    if (!open || end < 0) return undefined;
    if (this.#root) open.usedAt = this.#root.clock.now();
    return { site: open.site, path: path.slice(end) };
  }

  /** Ends the streams of every session. */
  endStreams(): void {
    for (const { site } of this.#open.values()) site.endStreams();
  }

  /** Resolves when no session has work under way. */
  async atRest(): Promise<void> {
    await Promise.all([...this.#open.values()].map(({ site }) => site.world.clock.atRest()));
  }

  /** Closes every session. */
  close(): void {
    for (const id of [...this.#open.keys()]) this.closeSession(id);
  }

  #readings({ dialect, contract }: SessionRequest) {
    if (dialect === undefined && contract === undefined) return this.#setup.world.readings;
    try {
      return readingsOf(dialect, contract);
    } catch (error) {
      if (error instanceof OptionError)
        throw invalidField(error.option, error.message.slice(error.option.length + 1));
      throw error;
    }
  }

  /** Looks again when the session would be over; one that was used meanwhile lives on. */
  #expire(id: string, open: Open, root: World): void {
    open.cancel = root.clock.schedule(open.usedAt + open.ttlMs, () => {
      if (root.clock.now() >= open.usedAt + open.ttlMs) this.closeSession(id);
      else this.#expire(id, open, root);
    });
  }
}
