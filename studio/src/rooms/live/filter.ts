import type { TrafficEntry } from "@intent-tx/mock-server";
import type { Line } from "../../server/traffic.js";

/** Request filters, which are all stored in the URL. */
export interface Filter {
  /** `api`, `rpc` or `control`; an empty string matches all kinds. */
  readonly kind: string;
  /** The first digit of the status (`2`, `4`, `5`), or `errors` for both 4 and 5. */
  readonly status: string;
  /** Words that must all occur in method, path, account, code or reason. */
  readonly text: string;
  /** Shows the studio's own calls. */
  readonly own: boolean;
}

export function filterOf(query: Readonly<Record<string, string>>): Filter {
  return {
    kind: query["kind"] ?? "",
    status: query["status"] ?? "",
    text: query["q"] ?? "",
    own: query["own"] === "1",
  };
}

const searchable = ({ headers, answerHeaders, body, answer, ...rest }: TrafficEntry) =>
  Object.values(rest).join(" ").toLowerCase();

function matches(entry: TrafficEntry, { kind, status, text, own }: Filter): boolean {
  if (!own && entry.studio) return false;
  if (kind !== "" && entry.kind !== kind) return false;
  if (status === "errors" && entry.status < 400) return false;
  if (/^\d$/.test(status) && Math.floor(entry.status / 100) !== Number(status)) return false;
  if (text.trim() === "") return true;
  const searched = searchable(entry);
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}

/** The matching lines; remarks are always included. */
export function filtered(lines: readonly Line[], filter: Filter): readonly Line[] {
  return lines.filter((line) => !("entry" in line) || matches(line.entry, filter));
}
