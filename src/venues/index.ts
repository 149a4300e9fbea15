/**
 * Decoders of other venues' swap programs, for the option `swapPrograms`. They state the most that a swap takes from the
 * wallet and the least that it returns. An instruction whose layout is not known is refused by name. Combine them with
 * `{ ...jupiter, ...orca }`.
 *
 * @module intent-tx/venues
 */

export { jupiter } from "./jupiter.js";
export { meteora } from "./meteora.js";
export { orca } from "./orca.js";
export { pump } from "./pump.js";
export { raydium } from "./raydium.js";
