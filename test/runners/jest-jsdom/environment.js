const { default: JSDOMEnvironment } = require("jest-environment-jsdom");

/** A page with the globals that every browser has but jsdom lacks. Packages are resolved as in Node. */
module.exports = class extends JSDOMEnvironment {
  async setup() {
    await super.setup();
    const { fetch, Headers, Request, Response, ReadableStream, TextDecoder, TextEncoder } = globalThis;
    const { AbortController, AbortSignal, crypto, structuredClone } = globalThis;
    const network = { fetch, Headers, Request, Response, ReadableStream, AbortController, AbortSignal };
    const data = { TextDecoder, TextEncoder, structuredClone, Uint8Array: globalThis.Uint8Array };
    for (const [name, value] of Object.entries({ ...network, ...data, crypto }))
      Object.defineProperty(this.global, name, { value, configurable: true, writable: true });
  }

  exportConditions() {
    return ["node", "node-addons"];
  }
};
