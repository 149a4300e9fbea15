import { addressOf } from "./bytes.js";
import type { Cast } from "./cast.js";
import { filters } from "./odd-filters.js";
import { account, COMMITMENTS, config, type Param, variationsOf } from "./variations.js";

/** A message over a WebSocket. */
export interface Message {
  readonly name: string;
  readonly method: string;
  readonly params: unknown;
}

const COMMITMENT = { commitment: COMMITMENTS };

/** The params of every method over a WebSocket. */
function methods(cast: Cast): Record<string, readonly Param[]> {
  const wrongKeys = ["abc", "0OIl", "z".repeat(45), cast.alice.slice(1), "1".repeat(33)];
  const id: Param = { value: 4_000_000, odd: ["1", 0] };
  return {
    slotSubscribe: [],
    rootSubscribe: [],
    slotsUpdatesSubscribe: [],
    accountSubscribe: [{ value: cast.alice, odd: wrongKeys }, config(account)],
    programSubscribe: [
      { value: addressOf("unknown program"), odd: wrongKeys },
      config({ ...account, filters: filters(cast), withContext: [true, "true"] }),
    ],
    signatureSubscribe: [
      { value: cast.signatures["transfer"], odd: [cast.signatures["failed"], ...wrongKeys] },
      config({ ...COMMITMENT, enableReceivedNotification: [true, false, "true"] }),
    ],
    logsSubscribe: [
      {
        value: "all",
        odd: [
          ...["allWithVotes", "none", { mentions: [] }, { mentions: [cast.alice] }, { mentions: ["abc"] }],
          ...[{ mentions: [cast.alice, cast.bob] }, { mentions: cast.alice }, { mentions: [5] }, "mentions"],
          ...[{ all: null }, { all: {} }, { mentions: [cast.alice], all: null }],
        ],
      },
      config(COMMITMENT),
    ],
    slotUnsubscribe: [id],
    rootUnsubscribe: [id],
    slotsUpdatesUnsubscribe: [id],
    accountUnsubscribe: [id],
    programUnsubscribe: [id],
    signatureUnsubscribe: [id],
    logsUnsubscribe: [id],
    getSlot: [],
    slotSubscribed: [],
  };
}

/** Every method over a WebSocket with every param of every wrong kind, one at a time. */
export function oddMessagesOf(cast: Cast): Message[] {
  return Object.entries(methods(cast)).flatMap(([method, params]) =>
    variationsOf(params, cast).map(({ what, params: odd }) => ({
      ...{ name: `WebSocket: ${method}, ${what}`, method, params: odd },
    })),
  );
}
