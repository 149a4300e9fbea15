/** The system's name of an error, such as ENOSPC; its text where it has none. */
export function systemCode(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
