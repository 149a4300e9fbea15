import { ErrorBodySchema, type OperationName, type OperationPayload } from "intent-tx/contract";
import { expect } from "vitest";

/** The error of a refused request, validated with the contract's schema. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly field: string | undefined;
}

/** A response, fully read. */
export class Answer {
  constructor(
    readonly status: number,
    readonly headers: Headers,
    readonly text: string,
  ) {}

  get json(): Record<string, unknown> {
    return JSON.parse(this.text);
  }

  /** Returns the payload of an operation. Throws unless the response is a success. */
  as<N extends OperationName>(): OperationPayload<N> {
    if (this.status >= 300) throw new Error(`expected a success, got ${this.status} ${this.text}`);
    return JSON.parse(this.text);
  }

  /** Returns the error. The response must have this status and code and match the contract's schema. */
  refusal(status: number, code: string): Refusal {
    expect(`${this.status} ${this.text}`).toContain(`${status} {"error":{"code":"${code}"`);
    const { error } = ErrorBodySchema.parse(JSON.parse(this.text));
    const { message, details = {}, field } = error;
    return { code, message, details, field };
  }

  /** The field that a `validation_error` names as invalid. */
  get refusedField(): string | undefined {
    return this.refusal(400, "validation_error").field;
  }

  /** Returns a header that the response must have. */
  header(name: string): string {
    const value = this.headers.get(name);
    if (value === null) throw new Error(`the answer has no ${name}`);
    return value;
  }
}
