import { RpcClient } from "../../server/rpc-socket-client.js";
import { type Cast, play } from "./cast.js";
import { PROGRAMS } from "./crafted-accounts.js";
import { failingRequestsOf } from "./failing.js";
import { Normal } from "./normal.js";
import { oddRequestsOf } from "./odd-requests.js";
import { type Message, oddMessagesOf } from "./odd-subscriptions.js";
import { requestsOf } from "./requests.js";
import type { Answer, Target } from "./targets.js";

/** Programs that both chains have. */
const PROGRAM_ADDRESSES = [
  ...Object.values(PROGRAMS),
  "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr",
  "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo",
  "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL",
  "BPFLoader2111111111111111111111111111111111",
  "ComputeBudget111111111111111111111111111111",
];

/** A chain's answers by request name, without the parts that must differ between chains. */
export type Answers = Readonly<Record<string, unknown>>;

/** Plays the scenario on a chain and asks it everything. */
export async function answersOf(target: Target): Promise<Answers> {
  const cast = await play(target);
  const config = { encoding: "base64", dataSlice: { offset: 0, length: 0 } };
  const { result } = await target.call("getMultipleAccounts", [PROGRAM_ADDRESSES, config]);
  const { value } = result as { value: ({ lamports: number } | null)[] };
  const normal = new Normal(
    cast,
    value.map((account) => account?.lamports ?? 0).filter((lamports) => lamports > 0),
  );
  const answers: Record<string, unknown> = {};
  for (const request of [...failingRequestsOf(cast), ...requestsOf(cast), ...oddRequestsOf(cast)]) {
    if (request.name in answers) throw new Error(`two requests are called ${request.name}`);
    answers[request.name] = await normal.answer(request, await target.call(request.method, request.params));
  }
  return { ...answers, ...(await messagesAnswered(await target.socket(), cast, normal)) };
}

/** Asks over a WebSocket. A subscription ends at once, so that what it tells does not come between. */
async function messagesAnswered(url: string, cast: Cast, normal: Normal): Promise<Answers> {
  const client = await RpcClient.open(url);
  const ask = async ({ method, params }: Pick<Message, "method" | "params">): Promise<Answer> => {
    client.socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
    for (;;) {
      const message = await client.message();
      if ("id" in message) return message;
    }
  };
  const answers: Record<string, unknown> = {};
  for (const message of oddMessagesOf(cast)) {
    const answer = await ask(message);
    const subscribed = typeof answer.result === "number";
    answers[message.name] = subscribed
      ? "<subscribed>"
      : await normal.answer({ ...message, params: [] }, answer);
    const method = message.method.replace("Subscribe", "Unsubscribe");
    // One that has told all that it will has ended.
    if (subscribed) await ask({ method, params: [answer.result] });
  }
  client.socket.terminate();
  return answers;
}
