import { ConfigurationError } from "../../errors/errors.js";
import { asObject, InvalidValue, read, type Shape } from "../../wire/shape.js";
import type { PaymentJournal, PaymentRecord } from "./journal.js";

const check = (isValid: (value: unknown) => boolean, reason: string) => (value: unknown) => {
  if (!isValid(value)) throw new InvalidValue("", reason);
  return value;
};
const digits = (pattern: RegExp) => {
  const isDigits = (value: unknown) => typeof value === "string" && pattern.test(value);
  return check(isDigits, "must be base units, as a string of digits");
};
export const UNSIGNED = /* @__PURE__ */ digits(/^\d{1,30}$/);
export const SIGNED = /* @__PURE__ */ digits(/^-?\d{1,30}$/);
const AMOUNTS: Shape = [{ mint: "S", amount: UNSIGNED }];
const MAX = 2 ** 53 - 1;

/** Outcomes as stored. Early builds wrote `never` for `expired`; `unknown` is the outcome of an open payment. */
const OUTCOMES: Readonly<Record<string, PaymentRecord["outcome"]>> = {
  landed: "landed",
  failed: "failed",
  expired: "expired",
  "not-sent": "not-sent",
  never: "expired",
  unknown: undefined,
};

function outcomeOf(value: unknown): PaymentRecord["outcome"] {
  if (typeof value === "string" && Object.hasOwn(OUTCOMES, value)) return OUTCOMES[value];
  throw new InvalidValue("", "must be landed, failed, expired or not-sent, or absent");
}

// The reservations of early builds have no fee and no rent: those were not counted.
const costs = (value: unknown = "0") => UNSIGNED(value);

const RECORD: Shape = {
  version: `i1,${MAX}`,
  paymentId: "S",
  walletAddress: "s",
  genesisHash: "s",
  order: "s",
  intentId: "s",
  state: "=prompting|signed|sending|settled",
  attempts: [
    {
      "signature?": "S",
      messageHash: "S",
      transaction: "S",
      blockhash: "S",
      "validAt?": `i0,${MAX}`,
      "built?": { blockhash: "S", "validAt?": `i0,${MAX}` },
      "edits?": ["s"],
      "byWallet?": /* @__PURE__ */ check((value) => value === true, "must be true, or absent"),
    },
  ],
  "outcome?": outcomeOf,
  "receipt?": {
    signature: "s",
    slot: `i0,${MAX}`,
    "fee?": UNSIGNED,
    "rent?": SIGNED,
    "spent?": AMOUNTS,
    "received?": AMOUNTS,
  },
  "reservations?": [
    {
      paymentId: "S",
      holder: "s",
      order: "s",
      amounts: AMOUNTS,
      fee: costs,
      rent: costs,
      "failed?": "s",
      "isReported?": "b",
      at: "n",
    },
  ],
  createdAt: "n",
  updatedAt: "n",
};

/**
 * A copy of a record that was read from a journal, as plain JSON. A missing outcome means that a payment may be open, and
 * the version decides which process may send, so a record with any wrong member is not believed.
 * @throws ConfigurationError that names the member.
 */
export function readRecord(value: unknown): PaymentRecord {
  let paymentId: unknown;
  let problem = "it is not plain JSON";
  try {
    const copy: unknown = JSON.parse(JSON.stringify(value));
    paymentId = asObject(copy)?.["paymentId"];
    const record = read(RECORD, copy) as PaymentRecord;
    if (record.outcome !== undefined && record.state !== "settled")
      throw new InvalidValue("state", "must be settled, because the record has an outcome");
    return record;
  } catch (error) {
    if (error instanceof InvalidValue) problem = `${error.field || "it"} ${error.reason}`;
  }
  const of = typeof paymentId === "string" ? ` of payment ${paymentId}` : "";
  throw new ConfigurationError(
    `The journal returned an invalid record${of}: ${problem}. The payment may have been made, so its record was not changed. Correct the journal or the record. If a later version of intent-tx wrote it, use that version.`,
  );
}

/** Records of `open`. A payment whose record is invalid does not block the others; its own calls name the problem. */
function readOpen(records: unknown): readonly PaymentRecord[] {
  if (!Array.isArray(records))
    throw new ConfigurationError("The journal's open() must return a list of records.");
  return records.flatMap((record) => {
    try {
      return [readRecord(record)];
    } catch {
      return [];
    }
  });
}

/**
 * Wraps a journal and checks all that it returns, because a wrong answer can look like a payment that was never made.
 * @param make Makes a call of the journal.
 */
export function checkedJournal(
  journal: PaymentJournal,
  make: <T>(call: () => Promise<T>) => Promise<T> = (call) => call(),
): PaymentJournal {
  // A database's client often returns null.
  const optional = (record: unknown) => (record == null ? undefined : readRecord(record));
  return {
    get: async (paymentId) => optional(await make(async () => journal.get(paymentId))),
    claim: async (record) => optional(await make(async () => journal.claim(record))),
    async update(record) {
      const isStored: unknown = await make(async () => journal.update(record));
      if (typeof isStored === "boolean") return isStored;
      throw new ConfigurationError(
        "The journal's update() must return true if it stored the record, and false if it did not. It returned something else, so the record may be stored.",
      );
    },
    open: async () => readOpen(await make(async () => journal.open())),
  };
}
