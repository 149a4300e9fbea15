import * as z from "zod/mini";

/**
 * Keywords that the control plane's OpenAPI document gives to a schema whose rule is a function:
 * `schema.register(documented, …)`.
 */
export const documented = z.registry<{
  readonly type?: "integer" | readonly ["string", "number"];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly pattern?: string;
  readonly description?: string;
}>();
