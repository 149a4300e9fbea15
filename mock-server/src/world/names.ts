/** A `.sol` name in lower case: letters, digits and hyphens, the last never at an end. */
export const SOL_NAME = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.sol$/;

/** Whether a text is a `.sol` name, written in lower case. */
export function isSolName(text: string): boolean {
  return SOL_NAME.test(text);
}
