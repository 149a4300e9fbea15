import { redactUrl } from "../accounts/key-secret.js";
import { wallTime } from "../kernel/wall.js";
import { WrittenTime } from "../kernel/written-time.js";
import type { AnsweredRequest } from "../server/answered.js";

/** Longest path and reason of a line: it stays short enough to be written at once. */
const LONGEST = 1_000;

const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** Text in which JSON.stringify would write nothing but quotes around it. */
const PLAIN = /^[\w ./:-]*$/;

/** A member of an object, for text that somebody else chose. */
function member(name: string, text: string | undefined): string {
  if (text === undefined) return "";
  return `,"${name}":${PLAIN.test(text) ? `"${text}"` : JSON.stringify(text)}`;
}

/** A member whose text is one of the contract's words or an identifier of the server's: nothing in it needs an escape. */
function word(name: string, text: string | undefined): string {
  return text === undefined ? "" : `,"${name}":"${text}"`;
}

/** Joined as a list, since what is added up stays in its pieces, and each of many lines would be put together of them. */
const inOnePiece = (...parts: string[]) => parts.join("");

type Asked = Pick<AnsweredRequest, "method" | "path" | "status"> & {
  readonly operation: string | undefined;
  readonly code: string | undefined;
};

/**
 * Writes requests of any kind as JSON objects, one a line. There is one for each request, and those that follow each other are
 * mostly alike: the parts of the last one are used again where they would be the same.
 */
export class JsonLines {
  readonly #time = new WrittenTime();
  #asked: Asked | undefined;
  #askedText = "";
  #keyName: string | undefined;
  #keyText = "";

  /** The object of a request, without its line break. */
  of({ kind, session, requestId, method, path, status, ms, exchange }: AnsweredRequest): string {
    const level = status < 500 ? "info" : "error";
    const head = `{"event":"request","time":"${this.#time.iso(wallTime())}","level":"${level}","kind":"${kind}"`;
    const who = word("session", session) + word("requestId", requestId);
    const what = this.#what(method, path, status, exchange?.operation, exchange?.code);
    const why = exchange?.why;
    const reason = why === undefined ? "" : member("why", cut(redactUrl(why)));
    return `${head}${who}${what},"ms":${Math.round(ms * 1000) / 1000}${this.#key(exchange?.keyName)}${reason}}`;
  }

  #what(
    method: string,
    path: string,
    status: number,
    operation: string | undefined,
    code: string | undefined,
  ): string {
    const last = this.#asked;
    const isAlike =
      last?.path === path &&
      last.method === method &&
      last.status === status &&
      last.operation === operation &&
      last.code === code;
    if (isAlike) return this.#askedText;
    this.#asked = { method, path, status, operation, code };
    this.#askedText = inOnePiece(
      member("method", method),
      member("path", cut(redactUrl(path))),
      word("operation", operation),
      `,"status":${status}`,
      member("code", code),
    );
    return this.#askedText;
  }

  #key(name: string | undefined): string {
    if (name !== this.#keyName) {
      this.#keyName = name;
      this.#keyText = inOnePiece(member("keyName", name));
    }
    return this.#keyText;
  }
}
