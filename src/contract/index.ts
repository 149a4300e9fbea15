/**
 * The service's contract: strict schemas, constants and the table of operations. Everything else (the SDK's calls,
 * the mock server's validation, the OpenAPI document) is derived from them.
 *
 * @module intent-tx/contract
 */
export * from "./analytics.js";
export * from "./chain.js";
export * from "./constants.js";
export { isIsoDate, parseIsoDate } from "./dates.js";
export * from "./errors.js";
export * from "./intents.js";
export { describeIssue, type FieldProblem } from "./issues.js";
export * from "./keys.js";
export { type OpenApiDocument, openApiDocument } from "./openapi.js";
export * from "./operations.js";
export * from "./portfolio.js";
export * from "./prices.js";
export * from "./requests.js";
export { tolerant } from "./tolerance.js";
export * from "./transactions.js";
