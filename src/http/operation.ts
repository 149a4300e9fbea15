import type { RetryClass } from "../contract/operations.js";
import type { Shape } from "./shape.js";

/** An endpoint, as the SDK carries it. */
export interface WireOperation {
  readonly method: string;
  readonly path: string;
  readonly retry: RetryClass;
  readonly params?: Shape;
  readonly query?: Shape;
  readonly body?: Shape;
  readonly response?: Shape;
}

/** The input of an operation, part by part. */
export interface OperationParts {
  readonly params?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: object | undefined;
}
