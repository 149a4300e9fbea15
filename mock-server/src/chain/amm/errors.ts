/** A custom error of the swap program, as a client or a log reader names it. */
export interface SwapProgramError {
  readonly code: number;
  /** Stable name in snake case. */
  readonly name: SwapProgramErrorName;
  /** The beginning of the program's own log line, without its prefix. */
  readonly message: string;
}

const ERRORS = [
  { code: 6000, name: "invalid_instruction", message: "invalid instruction" },
  { code: 6001, name: "slippage_exceeded", message: "slippage tolerance exceeded" },
  { code: 6002, name: "zero_amount", message: "output is zero" },
  { code: 6003, name: "insufficient_liquidity", message: "insufficient liquidity" },
  { code: 6004, name: "invalid_token_program", message: "invalid token program" },
  { code: 6005, name: "invalid_vault", message: "invalid vault" },
  { code: 6006, name: "invalid_pool", message: "invalid pool" },
  { code: 6007, name: "math_overflow", message: "math overflow" },
  { code: 6008, name: "missing_signature", message: "missing signature" },
  { code: 6009, name: "invalid_mint", message: "invalid mint" },
  { code: 6010, name: "invalid_accounts", message: "invalid account list" },
] as const;

export type SwapProgramErrorName = (typeof ERRORS)[number]["name"];

const BY_CODE: ReadonlyMap<number, SwapProgramError> = new Map(ERRORS.map((e) => [e.code, e]));

/** The error behind `custom program error: 0x…` of the swap program, or undefined for a code that it does not have. */
export function swapProgramError(code: number): SwapProgramError | undefined {
  return BY_CODE.get(code);
}
