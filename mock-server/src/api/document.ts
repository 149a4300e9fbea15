import { openApiDocument } from "intent-tx/contract";
import { writeJson } from "../kernel/json.js";

/** The OpenAPI document at `/openapi.json`. */
export const documentAt = (baseUrl: string): string => writeJson(openApiDocument(baseUrl));
