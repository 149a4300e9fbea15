/** An account or instruction in words: its kind, and what is in it. A kind that holds nothing has no `info`. */
export interface Words {
  readonly type: string;
  readonly info?: unknown;
}
