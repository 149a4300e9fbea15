import { GUARD_GROUPS } from "./guards.js";
import { NOISE_GROUPS } from "./noise.js";
import { ORDER_GROUPS } from "./orders.js";
import { QUERY_GROUPS } from "./questions.js";

/** The words of English by role. Other languages have groups of the same names. */
export const ENGLISH_GROUPS = { ...ORDER_GROUPS, ...NOISE_GROUPS, ...GUARD_GROUPS, ...QUERY_GROUPS };
