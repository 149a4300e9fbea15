import { NATIVE_MINT } from "intent-tx/contract";
import type { Answer, Check, Probe } from "../probe.js";
import { errorOf, isObject, member, payloadOf } from "../read.js";
import { payloadIs } from "./data.js";

const DIGITS = /^\d+$/;
const routeOf = (answer: Answer) => member(payloadOf(answer), "route");
const parameter = (answer: Answer, name: string) => member(payloadOf(answer), "parameters", name);

const parameters: Check = {
  decision: 41,
  expect: "a swap has inputToken, outputToken and amount of the input, and no recipient",
  holds: (answer) => {
    if (answer.status !== 200) return undefined;
    return (
      parameter(answer, "inputToken") === NATIVE_MINT &&
      typeof parameter(answer, "outputToken") === "string" &&
      parameter(answer, "recipient") === undefined &&
      // 0.1 SOL in lamports; a string is decision 27's matter.
      Number(parameter(answer, "amount")) === 100_000_000
    );
  },
  found: (answer) => `parameters are ${JSON.stringify(member(payloadOf(answer), "parameters"))}`,
};

const units: Check = {
  decision: 42,
  expect: "route amounts are base units as decimal strings, priceImpact is a number",
  holds: (answer) => {
    const route = answer.status === 200 ? routeOf(answer) : undefined;
    if (!isObject(route)) return undefined;
    const { inAmount, outAmount, priceImpact } = route;
    return (
      inAmount === "100000000" &&
      typeof outAmount === "string" &&
      DIGITS.test(outAmount) &&
      typeof priceImpact === "number"
    );
  },
  found: (answer) => {
    const { inAmount, outAmount, priceImpact } = Object(routeOf(answer));
    return `route has ${JSON.stringify({ inAmount, outAmount, priceImpact })}`;
  },
};

const refusedField: Check = {
  decision: 31,
  expect: "an unknown body field is 400 validation_error",
  holds: (answer) => {
    if (answer.status === 409) return undefined;
    if (answer.status !== 400) return false;
    // Only the field's own name shows that it was the reason.
    const { code, field, message } = errorOf(answer);
    const named =
      field === undefined ? String(message).includes("intentTxVerify") : field === "intentTxVerify";
    return code === "validation_error" && named;
  },
  found: (answer) => `error.field is ${JSON.stringify(errorOf(answer)["field"]) ?? "absent"}`,
};

const ignoredIdempotency: Check = {
  decision: 35,
  expect: "a second body under one Idempotency-Key is treated as without it",
  holds: (answer, { seen }) => {
    if (seen.get("parse")?.status !== 200) return undefined;
    if (answer.status === 409 || answer.headers.has("idempotent-replayed")) return false;
    return answer.status === 400 || answer.status === 422 ? true : undefined;
  },
};

const parsingDetails: Check = {
  decision: 38,
  expect: "422 parsing_error has details.command, details.reason and details.message",
  holds: (answer) => {
    if (answer.status !== 422) return undefined;
    const { details } = errorOf(answer);
    return ["command", "reason", "message"].every((name) => typeof member(details, name) === "string");
  },
  found: (answer) => `details are ${JSON.stringify(errorOf(answer)["details"]) ?? "absent"}`,
};

/**
 * Two commands to parse: one that is understood, and one that has an unknown field and says too little, so that a service
 * that ignores the field shows its refusals (decisions 16, 31, 35, 38, 41, 42). Parsing builds nothing.
 */
export const INTENT_PROBES: readonly Probe[] = [
  {
    name: "parse",
    request: ({ wallet, stranger, idempotencyKey }) => ({
      method: "POST",
      path: "/intents",
      headers: { "idempotency-key": idempotencyKey },
      body: { walletAddress: wallet ?? stranger, command: "swap 0.1 SOL for USDC" },
    }),
    checks: [...payloadIs("intents.parse", 41), parameters, units, parsingDetails],
  },
  {
    name: "parse with an unknown field",
    request: ({ wallet, stranger, idempotencyKey }) => ({
      method: "POST",
      path: "/intents",
      headers: { "idempotency-key": idempotencyKey },
      body: { walletAddress: wallet ?? stranger, command: "swap some SOL for USDC", intentTxVerify: true },
    }),
    checks: [refusedField, ignoredIdempotency, parsingDetails],
  },
];
