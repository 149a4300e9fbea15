import type { Exchange } from "../api/exchange.js";
import { RequestLog } from "../control/request-log.js";
import type { AnsweredRequest } from "./answered.js";
import { composeWorld, type WorldSetup } from "./compose-world.js";
import type { Kept } from "./kept.js";
import type { SessionPolicy } from "./session-options.js";
import type { Share } from "./share.js";
import type { SiteSetup } from "./site.js";

/** The parts of a server, once its options are checked. */
export interface ServerSetup extends Pick<SiteSetup, "relayUrl"> {
  readonly world: Omit<WorldSetup, "onAnswered">;
  /** Told of every answered request. */
  readonly onAnswered?: (answered: AnsweredRequest) => void;
  /** Whether the whole process is measured, and from the start. Default: requests alone, once somebody asks. */
  readonly measured?: boolean;
  /** Opens where what was answered is kept. Default: it is kept nowhere. @throws {OptionError} when it cannot be used */
  readonly openKept?: () => Kept;
  readonly controlToken?: string;
  /** Origin under which others reach the server. Default: its socket's. */
  readonly publicUrl?: string;
  readonly sessions: SessionPolicy;
  /** The place of this process among several. Default: it is the only one. */
  readonly share?: Share;
}

/** A World, and the log that it writes its answers to. */
export function loggedWorld({ world }: ServerSetup, own: Partial<WorldSetup> = {}) {
  const log = new RequestLog();
  const told = (exchange: Exchange) => log.record(exchange);
  return { log, world: composeWorld({ ...world, ...own, onAnswered: told }) };
}
