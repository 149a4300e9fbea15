// Metro bundles this for Hermes: the walk over the answers that Node recorded. A request that Node did not send fails.
require("./globals.js");
const { walk } = require("./walk.mjs");
const { service, answers } = require("./answers.json");

const keyOf = (url, { method = "GET", body = "" } = {}) => `${method} ${url} ${body}`;

async function replay(url, init) {
  const recorded = answers[keyOf(url, init)] ?? [];
  // The last is what a poll goes on to see.
  const answer = recorded.length > 1 ? recorded.shift() : recorded[0];
  if (!answer) throw new TypeError(`no answer was recorded for ${keyOf(url, init)}`);
  const { status, headers, text } = answer;
  // As React Native's own `fetch` makes it: without a body that streams.
  return new Response(text, { status, headers });
}

walk(service, replay).then(
  (lines) => print(JSON.stringify(lines)),
  (error) => print(JSON.stringify([String(error?.stack ?? error)])),
);
