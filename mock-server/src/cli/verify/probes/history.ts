import { SwapDetailsSchema, TRANSACTION_STATUSES, TransferDetailsSchema } from "intent-tx/contract";
import type { Answer, Check, Context, Probe } from "../probe.js";
import { member, payloadOf } from "../read.js";
import { payloadIs } from "./data.js";
import { namesField } from "./refusals.js";

const recordsOf = (answer: Answer): readonly unknown[] => {
  const data = member(payloadOf(answer), "data");
  return answer.status === 200 && Array.isArray(data) ? data : [];
};

/** The cursor of the next page under either name (decision 3). */
export function cursorOf(answer: Answer | undefined): string | undefined {
  if (!answer) return undefined;
  const pagination = member(payloadOf(answer), "pagination");
  const cursor = member(pagination, "before") ?? member(pagination, "nextCursor");
  return typeof cursor === "string" && cursor !== "" ? cursor : undefined;
}

const statuses: Check = {
  decision: 18,
  expect: `status is one of ${TRANSACTION_STATUSES.join(", ")}`,
  holds: (answer) => {
    const records = recordsOf(answer);
    if (records.length === 0) return undefined;
    return records.every((record) =>
      TRANSACTION_STATUSES.some((status) => status === member(record, "status")),
    );
  },
  found: (answer) =>
    `found ${recordsOf(answer)
      .map((record) => JSON.stringify(member(record, "status")))
      .join(", ")}`,
};

const details: Check = {
  decision: 48,
  expect: "details are those of a swap or a transfer, in symbols and human units",
  holds: (answer) => {
    const records = recordsOf(answer);
    if (records.length === 0) return undefined;
    return records.every((record) => {
      const schema = member(record, "type") === "swap" ? SwapDetailsSchema : TransferDetailsSchema;
      return schema.safeParse(member(record, "details")).success;
    });
  },
  found: (answer) => `found ${JSON.stringify(member(recordsOf(answer)[0], "details"))}`,
};

/** The next page, asked for under one of the cursor's two names. */
function nextPage(parameter: "before" | "cursor"): Probe {
  const isNext = (answer: Answer, { seen }: Context) => {
    const first = seen.get("history");
    if (!first || answer.status !== 200) return answer.status === 200 ? undefined : false;
    const [newer, older] = [recordsOf(first)[0], recordsOf(answer)[0]];
    return member(newer, "signature") !== member(older, "signature");
  };
  return {
    name: `next page by ${parameter}`,
    needs: "--wallet with a wallet that has more than one transaction",
    request: ({ wallet, seen }) => {
      const cursor = cursorOf(seen.get("history"));
      if (wallet === undefined || cursor === undefined) return undefined;
      return {
        method: "GET",
        path: `/transactions/${wallet}?limit=1&${parameter}=${encodeURIComponent(cursor)}`,
      };
    },
    checks: [
      { decision: 3, expect: `the query parameter ${parameter} leads to the next page`, holds: isNext },
      {
        decision: 46,
        expect: "newest first",
        holds: (answer, { seen }) => {
          const first = seen.get("history");
          const [newer, older] = [first && recordsOf(first)[0], recordsOf(answer)[0]];
          if (newer === undefined || older === undefined) return undefined;
          return (
            Date.parse(String(member(newer, "timestamp"))) >= Date.parse(String(member(older, "timestamp")))
          );
        },
      },
      statuses,
      details,
    ],
  };
}

/** The transaction history (decisions 3, 18, 46, 48). */
export const HISTORY_PROBES: readonly Probe[] = [
  {
    name: "history of a stranger",
    request: ({ stranger }) => ({ method: "GET", path: `/transactions/${stranger}` }),
    checks: [
      {
        decision: 46,
        expect: "an unknown wallet has an empty list",
        holds: (answer) => {
          const data = member(payloadOf(answer), "data");
          return answer.status === 200 && Array.isArray(data) && data.length === 0;
        },
      },
      {
        decision: 46,
        expect: "the cursor is absent when there is no next page",
        holds: (answer) => {
          const pagination = member(payloadOf(answer), "pagination");
          if (member(pagination, "hasMore") !== false) return undefined;
          return member(pagination, "before") === undefined && member(pagination, "nextCursor") === undefined;
        },
        found: (answer) => `pagination is ${JSON.stringify(member(payloadOf(answer), "pagination"))}`,
      },
    ],
  },
  ...["0", "101"].map(
    (limit): Probe => ({
      name: `history with limit ${limit}`,
      request: ({ stranger }) => ({ method: "GET", path: `/transactions/${stranger}?limit=${limit}` }),
      checks: [namesField(46, `limit=${limit}`, "limit")],
    }),
  ),
  {
    name: "history before nonsense",
    request: ({ stranger }) => ({ method: "GET", path: `/transactions/${stranger}?before=nonsense` }),
    checks: [namesField(46, "a malformed before", "before")],
  },
  {
    name: "history",
    needs: "--wallet with a wallet that has transactions",
    request: ({ wallet }) =>
      wallet === undefined ? undefined : { method: "GET", path: `/transactions/${wallet}?limit=1` },
    checks: [...payloadIs("transactions.list", 48), statuses, details],
  },
  nextPage("before"),
  nextPage("cursor"),
];
