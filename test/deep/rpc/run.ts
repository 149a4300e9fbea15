import { play } from "./cast.js";
import { Normal } from "./normal.js";
import { requestsOf } from "./requests.js";
import type { Target } from "./targets.js";

/** What a chain answered to each request, without what is its own. */
export type Answers = Readonly<Record<string, unknown>>;

/** Plays the scenario on a chain and asks it everything. */
export async function answersOf(target: Target): Promise<Answers> {
  const cast = await play(target);
  const normal = new Normal(cast);
  const answers: Record<string, unknown> = {};
  for (const request of requestsOf(cast)) {
    if (request.name in answers) throw new Error(`two requests are called ${request.name}`);
    answers[request.name] = await normal.answer(request, await target.call(request.method, request.params));
  }
  return answers;
}
