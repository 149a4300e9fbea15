import { play } from "./cast.js";
import { PROGRAMS } from "./crafted-accounts.js";
import { Normal } from "./normal.js";
import { requestsOf } from "./requests.js";
import type { Target } from "./targets.js";

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
  for (const request of requestsOf(cast)) {
    if (request.name in answers) throw new Error(`two requests are called ${request.name}`);
    answers[request.name] = await normal.answer(request, await target.call(request.method, request.params));
  }
  return answers;
}
