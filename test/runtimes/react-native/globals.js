// The globals that React Native adds to the engine: its own modules if they are JavaScript, and minimal replacements if
// they are native code.
// Native: the modules of the app. This app has none.
globalThis.nativeModuleProxy = {};
globalThis.self = globalThis;
const quiet = () => {};
globalThis.console = { assert: quiet, debug: quiet, info: quiet, log: quiet, warn: quiet, error: quiet };

const { AbortController, AbortSignal } = require("abort-controller/dist/abort-controller");
const { URL, URLSearchParams } = require("react-native/Libraries/Blob/URL");

const define = (parts) => Object.assign(globalThis, parts);
define({ AbortController, AbortSignal, URL, URLSearchParams });
// whatwg-fetch reads these globals when it is loaded.
const { Headers, Request, Response } = require("whatwg-fetch");

define({ Headers, Request, Response });

// Native: timers. No code here waits for real events, so the next timer fires once no other code can run.
const soon = globalThis.setTimeout;
const timers = new Map();
let now = 0;
let last = 0;
function runNext() {
  const [id, next] = [...timers].sort(([, a], [, b]) => a.at - b.at)[0] ?? [];
  if (!next) return;
  timers.delete(id);
  now = Math.max(now, next.at);
  next.call();
  soon(runNext, 0);
}
const epoch = Date.now();
Date.now = () => epoch + now;
define({
  performance: { now: () => now },
  setTimeout(call, ms = 0, ...values) {
    if (timers.size === 0) soon(runNext, 0);
    timers.set(++last, { at: now + ms, call: () => call(...values) });
    return last;
  },
  clearTimeout: (id) => void timers.delete(id),
});

// Native since React Native 0.74: base64 and UTF-8.
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
define({
  btoa(text) {
    let out = "";
    for (let i = 0; i < text.length; i += 3) {
      const bytes = [0, 1, 2].map((k) => text.charCodeAt(i + k) || 0);
      const bits = (bytes[0] << 16) | (bytes[1] << 8) | bytes[2];
      for (let k = 0; k < 4; k++) out += i + k > text.length ? "=" : LETTERS[(bits >> (18 - 6 * k)) & 63];
    }
    return out;
  },
  atob(text) {
    let out = "";
    let bits = 0;
    let count = 0;
    for (const letter of text.replace(/=+$/, "")) {
      bits = ((bits << 6) | LETTERS.indexOf(letter)) & 0xffffff;
      count += 6;
      if (count >= 8) {
        count -= 8;
        out += String.fromCharCode((bits >> count) & 255);
      }
    }
    return out;
  },
  TextEncoder: class {
    encode(text) {
      return Uint8Array.from(unescape(encodeURIComponent(text)), (letter) => letter.charCodeAt(0));
    }
  },
});
