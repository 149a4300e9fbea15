import { openApiDocument } from "intent-tx/contract";
import { writeJson } from "../kernel/json.js";

export const documentAt = (baseUrl: string): string => writeJson(openApiDocument(baseUrl));
