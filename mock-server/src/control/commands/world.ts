import { ClockSetSchema, type ClockTarget } from "../../world/server-clock.js";
import type { ControlSubject } from "../subject.js";
import { type ControlCommand, command, RawReply } from "./command.js";
import {
  anyObject,
  clockReply,
  fundedReply,
  healthReply,
  keyReply,
  listOf,
  nameReply,
  placedReply,
  priceReply,
} from "./replies.js";
import {
  ChainAccountSchema,
  ClockAdvanceSchema,
  CloneRequestSchema,
  ExplainRequestSchema,
  FundRequestSchema,
  KeyBodySchema,
  NameRequestSchema,
  PriceRequestSchema,
  StateSchema,
} from "./requests.js";

/** Maximum body size for an account: 10 MiB in base64. */
const ACCOUNT_BYTES = 15 << 20;

/** Maximum body size for a State: many thousands of accounts. */
const STATE_BYTES = 256 << 20;

export function worldCommands(subject: ControlSubject): ControlCommand[] {
  return [
    command("GET /health", {
      summary: "Health of the server and its validators, with the seed and the clock.",
      reply: healthReply,
      run: () => subject.health(),
    }),
    command("POST /keys", {
      summary: "Issue an API key, for a new account or a named one.",
      status: 201,
      reply: keyReply,
      body: KeyBodySchema,
      run: ({ body }) => subject.issueKey(body),
    }),
    command("POST /fund", {
      summary: 'Add SOL and tokens to a wallet, by symbol or mint: "1.5" is 1.5 tokens.',
      reply: fundedReply,
      body: FundRequestSchema,
      run: ({ body }) => subject.fund(body.walletAddress, body.tokens, { environment: body.environment }),
    }),
    command("POST /prices", {
      summary: "Set a token's price in USD, with real swaps.",
      reply: priceReply,
      body: PriceRequestSchema,
      run: ({ body }) => subject.setPrice(body.token, body.usd, body.environment),
    }),
    command("POST /names", {
      summary: "Register a .sol name for an address, on both networks.",
      status: 201,
      reply: nameReply,
      body: NameRequestSchema,
      run: ({ body }) => {
        subject.putName(body.name, body.address);
        return body;
      },
    }),
    command("POST /chain-accounts", {
      summary: "Write an account to a network's chain, or remove it.",
      reply: placedReply,
      maxBody: ACCOUNT_BYTES,
      body: ChainAccountSchema,
      run: ({ body }) =>
        subject.setChainAccount(body.pubkey, body.account, { environment: body.environment }),
    }),
    command("POST /clone", {
      summary: "Copy accounts, including the code of programs, from a running chain.",
      reply: listOf(placedReply),
      body: CloneRequestSchema,
      run: async ({ body }) => ({ data: await subject.clone(body.addresses, body) }),
    }),
    command("GET /contract", {
      summary: "Every active contract decision.",
      reply: anyObject,
      run: () => subject.contract(),
    }),
    command("POST /explain", {
      summary: "Explain how a command is parsed: words, possible readings, factors of the confidence.",
      reply: anyObject,
      body: ExplainRequestSchema,
      run: ({ body }) => subject.explain(body.command),
    }),
    command("GET /state", {
      summary: "Take a snapshot of the world's entire state, to restore later.",
      reply: anyObject,
      run: () =>
        new RawReply({
          status: 200,
          headers: { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" },
          body: subject.snapshotText(),
        }),
    }),
    command("PUT /state", {
      summary: "Restore a snapshot from GET /state.",
      reply: healthReply,
      maxBody: STATE_BYTES,
      body: StateSchema,
      readsBytes: true,
      run: async ({ body }) => {
        await subject.restoreText(body as unknown as Uint8Array);
        return subject.health();
      },
    }),
    command("POST /reset", {
      summary: "Reset the world, with its keys and clock, to its initial state.",
      reply: healthReply,
      run: async () => {
        await subject.reset();
        return subject.health();
      },
    }),
  ];
}

export function clockCommands(subject: ControlSubject): ControlCommand[] {
  return [
    command("GET /clock", {
      summary: "The clock's time, and whether it runs.",
      reply: clockReply,
      run: () => subject.clockView(),
    }),
    command("POST /clock/set", {
      summary: "Set the clock forward, to a time or the start of a slot or an epoch, and freeze it there.",
      reply: clockReply,
      body: ClockSetSchema,
      run: async ({ body }) => {
        await subject.setClock(body as ClockTarget);
        return subject.clockView();
      },
    }),
    command("POST /clock/advance", {
      summary: "Advance the clock. Responds once everything that has become due has run.",
      reply: clockReply,
      body: ClockAdvanceSchema,
      run: async ({ body }) => {
        await subject.advanceClock(body.by as number);
        return subject.clockView();
      },
    }),
    command("POST /clock/resume", {
      summary: "Start the clock from its current time.",
      reply: clockReply,
      run: () => {
        subject.resumeClock();
        return subject.clockView();
      },
    }),
  ];
}
