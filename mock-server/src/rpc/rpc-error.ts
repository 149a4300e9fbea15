/** Error codes of JSON-RPC and of Solana's nodes. */
export const RPC_CODES = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  preflight: -32002,
  signature: -32003,
  blockCleanedUp: -32001,
  blockNotAvailable: -32004,
  overloaded: -32005,
  unsupportedVersion: -32015,
  minContextSlot: -32016,
} as const;

export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
    this.name = "RpcError";
  }
}

export function invalidParams(message: string): RpcError {
  return new RpcError(RPC_CODES.invalidParams, message);
}

export function methodNotFound(): RpcError {
  return new RpcError(RPC_CODES.methodNotFound, "Method not found");
}
