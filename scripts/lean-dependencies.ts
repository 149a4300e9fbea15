// The SDK carries ky without the parts that it cannot reach. That is done by text, and so with care: package.json names one
// version of ky, the build fails where a passage is no longer found, and the tests of the SDK run over the whole ky from its
// sources, those of the packages over the one that is built. It stays for what it earns (ky 1.14.3, Node 20, the whole
// client, brotli, CPU time of `prices.retrieve` over a transport in memory):
//
//   ky as it is                        19.4 kB   112 µs
//   with PARTS and without a Request   17.2 kB    60 µs
//   and without the passages           15.9 kB    53 µs

import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Plugin } from "esbuild";

/**
 * ky, as far as the SDK reaches it: one attempt, without retries, hooks, merging, progress or timeouts of ky's own, as
 * retries and deadlines are the SDK's. What cannot be reached is left out of the build: 3 kB less for everybody, nothing
 * runs at import (probing `Request` took Node 20 ms), and nothing asks for globals that jsdom lacks.
 */
const PARTS: Readonly<Record<string, string>> = {
  "constants.js": `
    export const supportsRequestStreams = false, supportsAbortController = false, supportsAbortSignal = false;
    export const supportsResponseStreams = false, supportsFormData = false, maxSafeTimeout = 2147483647;
    export const responseTypes = {}, requestMethods = [], stop = undefined, retry = undefined;
    export class RetryMarker {}`,
  "merge.js": `
    export const validateAndMerge = (defaults, options) => options;
    export const mergeHeaders = undefined, mergeHooks = undefined;`,
  "normalize.js": `
    export const normalizeRequestMethod = undefined;
    export const normalizeRetryOptions = (limit) => ({ limit });`,
  "options.js": `
    export const findUnknownOptions = () => undefined;
    export const hasSearchParameters = () => false;`,
  "type-guards.js": `
    export const isKyError = () => false, isHTTPError = isKyError, isTimeoutError = isKyError, isForceRetryError = isKyError;`,
  "body.js": `
    export const streamRequest = (request) => request;
    export const streamResponse = (response) => response;`,
  "delay.js": "export default () => {};",
  "timeout.js": "export default () => {};",
  "HTTPError.js": "export class HTTPError extends Error {}",
  "NonError.js": "export class NonError extends Error {}",
  "ForceRetryError.js": "export class ForceRetryError extends Error {}",
  "TimeoutError.js": "export class TimeoutError extends Error {}",
};

// The SDK hands address and init to fetch itself, as another's fetch does not know this realm's `Request`. Those that ky
// makes, one and its clone, nobody reads: they were a third of a call's time.
const UNREAD = `class Unread { constructor(url) { this.url = url; } clone() { return this; } }`;

// Passages of Ky.js that nothing leads to where the address is a whole one and there are no hooks, no progress, no shortcuts, no retry,
// no timeout and no signal of ky's, by how they begin and by what follows them.
const UNREACHED = [
  ["for (const hook of ky.#options.hooks.afterResponse) {", "if (!response.ok && (typeof"],
  ["if (!response.ok && (typeof", "return response;"],
  ["static #normalizeSearchParams(searchParams) {", "request;\n    #abortController;"],
  ["if (typeof ky.#options.timeout === 'number'", "// Delay the fetch so that body"],
  ["headers: mergeHeaders(", "retry: normalizeRetryOptions("],
  ["throwHttpErrors: options", "fetch: options"],
  ["context: options", "};"],
  ["if (typeof this.#input !== 'string'", "this.request = new"],
  ["if (hasSearchParameters(", "}\n    #calculateDelay() {"],
  ["#calculateDelay() {", "async #calculateRetryDelay("],
  ["// Wrap non-Error throws", "}\n    #decorateResponse("],
  [".finally(() => {", "return result;"],
  ["#decorateResponse(response) {", "async #retry("],
  ["if (this.#retryCount < 1) {", "}\n    }\n    async #fetch() {"],
  ["if (this.#abortController?.signal.aborted) {", "const nonRequestOptions"],
  ["#getNormalizedOptions() {", "}\n//# sourceMappingURL"],
] as const;

/** The text without what lies between two places. */
function without(source: string, [from, to]: readonly [string, string]): string {
  const start = source.indexOf(from);
  const end = source.indexOf(to, start);
  if (start < 0 || end < 0) throw new Error(`ky has no longer the passage from ${from} to ${to}`);
  return source.slice(0, start) + source.slice(end);
}

/** Leaves out of ky what the SDK cannot reach, and lets bundlers leave eventemitter3 out where nothing uses it. */
export const leanDependencies: Plugin = {
  name: "lean-dependencies",
  setup: (build) => {
    const names = Object.keys(PARTS).map((name) => name.slice(0, -3));
    const filter = new RegExp(
      `ky[\\\\/]distribution[\\\\/](core|errors|utils)[\\\\/](${names.join("|")})\\.js$`,
    );
    build.onLoad({ filter }, ({ path }) => ({ contents: PARTS[basename(path)] ?? "" }));
    build.onLoad({ filter: /ky[\\/]distribution[\\/]core[\\/]Ky\.js$/ }, async ({ path }) => {
      const source = UNREACHED.reduce(without, await readFile(path, "utf8"));
      return { contents: `${UNREAD}\n${source.replaceAll("globalThis.Request", "Unread")}` };
    });
    // The only thing that ky does when it is loaded, and it does nothing but make functions.
    build.onLoad({ filter: /ky[\\/]distribution[\\/]index\.js$/ }, () => ({
      contents: `import { Ky } from "./core/Ky.js"; export default (input, options) => Ky.create(input, options);`,
    }));
    // It writes its class at the top level, which no bundler may leave out; in a function that is marked pure, it may.
    build.onLoad({ filter: /eventemitter3[\\/]index\.mjs$/ }, async ({ path }) => {
      const source = await readFile(join(path, "../index.js"), "utf8");
      const made = `const make = (module) => {\n${source}\nreturn EventEmitter;\n};`;
      return { contents: `${made}\nexport const EventEmitter = /* @__PURE__ */ make();` };
    });
  },
};
