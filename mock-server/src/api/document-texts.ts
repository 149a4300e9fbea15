import { openApiDocument } from "intent-tx/contract";
import { writeJson } from "../kernel/json.js";
import { docsPage } from "./docs-page.js";

/** The OpenAPI document of an API at an address, as JSON. */
export const documentAt = (baseUrl: string): string => writeJson(openApiDocument(baseUrl));

/** The page `/docs` of an API at an address. */
export const pageAt = (baseUrl: string): string => docsPage(openApiDocument(baseUrl));
