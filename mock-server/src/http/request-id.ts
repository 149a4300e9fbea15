import type { Random } from "../kernel/random.js";

/** The identifier of a request, drawn from the seed: `req_` and 16 letters and digits. `purpose` keeps two counts apart. */
export function requestId(random: Random, number: number, purpose = "request"): string {
  return `req_${random.characters(purpose, number)}`;
}
