/** Multiplies the runs of the searches and payment tests: `npm run soak` makes ten times as many. */
export const SCALE = process.env["SOAK"] === undefined ? 1 : 10;
