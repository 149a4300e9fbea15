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
    export const mergeHeaders = () => undefined;
    export const mergeHooks = (hooks) => hooks;`,
  "normalize.js": `
    export const normalizeRequestMethod = (method) => method;
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

/** Leaves out of ky what the SDK cannot reach, and lets bundlers leave eventemitter3 out where nothing uses it. */
export const leanDependencies: Plugin = {
  name: "lean-dependencies",
  setup: (build) => {
    const names = Object.keys(PARTS).map((name) => name.slice(0, -3));
    const filter = new RegExp(
      `ky[\\\\/]distribution[\\\\/](core|errors|utils)[\\\\/](${names.join("|")})\\.js$`,
    );
    build.onLoad({ filter }, ({ path }) => ({ contents: PARTS[basename(path)] ?? "" }));
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
