// Metro bundles this file for Hermes. The walk gets the responses that Node recorded; any other request fails.
require("./globals.js");
const { walk } = require("./walk.mjs");
const { service, answers } = require("./answers.json");

const keyOf = (url, { method = "GET", body = "" } = {}) => `${method} ${url} ${body}`;

async function replay(url, init) {
  const recorded = answers[keyOf(url, init)] ?? [];
  // Further polls get the last response.
  const answer = recorded.length > 1 ? recorded.shift() : recorded[0];
  if (!answer) throw new TypeError(`no answer was recorded for ${keyOf(url, init)}`);
  const { status, headers, text } = answer;
  // As in React Native's own `fetch`, the body is not a stream.
  return new Response(text, { status, headers });
}

walk(service, replay).then(
  (lines) => print(JSON.stringify(lines)),
  (error) => print(JSON.stringify([String(error?.stack ?? error)])),
);
