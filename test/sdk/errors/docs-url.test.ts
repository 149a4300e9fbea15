import { readFileSync } from "node:fs";
import { inspect } from "node:util";
import { createContext, runInContext } from "node:vm";
import {
  ApiError,
  ConfigurationError,
  ConnectionError,
  errorCodec,
  IntentTxError,
  isApiError,
  isIntentTxError,
  isTransient,
  MalformedJsonError,
  NotFoundError,
  OutOfRangeError,
  parseJson,
  parseUnits,
  ServerError,
} from "intent-tx";
import { ERROR_CODES } from "intent-tx/contract";
import { describe, expect, test } from "vitest";
import { KEY } from "../harness.js";

const SITE = JSON.parse(readFileSync("package.json", "utf8")).homepage;
const PAGE = readFileSync("docs/errors.md", "utf8");

function thrown(run: () => unknown): Error & { docsUrl: string } {
  try {
    run();
  } catch (error) {
    return error as Error & { docsUrl: string };
  }
  throw new Error("did not throw");
}

describe("docsUrl", () => {
  test.each(Object.keys(ERROR_CODES))("the code %s has a place on the page of errors", (code) => {
    const { docsUrl } = new ApiError("", { code });
    expect(docsUrl).toBe(`${SITE}errors#${code}`);
    expect(PAGE).toContain(`\n### ${code}\n`);
  });

  test.each([
    new ConnectionError("lost"),
    new ServerError("failed"),
    thrown(() => parseUnits("x", 1)),
    thrown(() => parseJson("{")),
  ])("an error without a code is found by its class: $name", (error) => {
    expect(error.docsUrl).toBe(`${SITE}errors#${error.name}`);
    expect(PAGE).toContain(`<a id="${error.name}"></a>`);
  });

  test("is the last line of a printed error, once, with its fields and its cause", () => {
    const cause = new NotFoundError("gone", { status: 404, code: "intent_not_found" });
    const error = new ConfigurationError("The store failed.", { cause });
    const lines = inspect(error).split("\n");
    expect(lines.at(-1)).toBe(`See ${SITE}errors#ConfigurationError`);
    expect(lines[0]).toBe("ConfigurationError: The store failed.");
    expect(inspect(error)).toMatch(/\n\s+at /);
    expect(inspect(error)).toContain("status: 404");
    expect(inspect(Object.freeze(cause)).match(/See /g)).toHaveLength(1);
    expect(inspect({ error: thrown(() => parseUnits("x", 1)) })).toContain(
      `See ${SITE}errors#OutOfRangeError`,
    );
  });

  test("is neither in the error's JSON nor in the message", () => {
    const error = new ServerError("failed");
    expect(JSON.stringify(error)).not.toContain("http");
    expect(error.message).toBe("failed");
  });
});

describe("an error of this package", () => {
  const error = new NotFoundError("gone", { status: 404, code: "intent_not_found" });

  test("is recognised after a codec, but not as plain JSON", () => {
    const json = errorCodec.encode(error);
    for (const plain of [json, JSON.parse(JSON.stringify(json)), error.toJSON(), structuredClone(json)]) {
      expect(isIntentTxError(plain)).toBe(false);
      expect(isApiError(plain)).toBe(false);
      expect(plain instanceof IntentTxError).toBe(false);
    }
    const decoded = errorCodec.decode(json);
    expect([isIntentTxError(decoded), isApiError(decoded), decoded.docsUrl]).toEqual([
      true,
      true,
      error.docsUrl,
    ]);
    const transient = { "intent-tx.kinds": ["ConnectionError", "IntentTxError"] };
    expect(isTransient(transient)).toBe(false);
    expect((transient as unknown) instanceof OutOfRangeError).toBe(false);
    expect(({ "intent-tx.kinds": ["MalformedJsonError"] } as unknown) instanceof MalformedJsonError).toBe(
      false,
    );
  });

  test("is recognised in another realm, also by another copy of the package", () => {
    const foreign = runInContext(
      'Object.assign(new Error("x"), { "intent-tx.kinds": ["NotFoundError", "ApiError", "IntentTxError"] })',
      createContext({}),
    );
    expect(foreign instanceof Error).toBe(false);
    expect([isIntentTxError(foreign), isApiError(foreign), foreign instanceof NotFoundError]).toEqual([
      true,
      true,
      true,
    ]);
    expect(foreign instanceof ServerError).toBe(false);
  });

  test("shows no key where it is printed", () => {
    expect(inspect(new ConfigurationError(`bad ${KEY}`))).not.toContain(KEY.slice(9));
  });
});
