interface Globals {
  readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
  readonly document?: unknown;
  readonly location?: { readonly href?: string };
  readonly happyDOM?: unknown;
  readonly navigator?: { readonly userAgent?: string };
  readonly importScripts?: unknown;
  readonly WorkerGlobalScope?: unknown;
  readonly Deno?: unknown;
}

export const globals = globalThis as unknown as Globals;

/** Reads an environment variable; undefined if the runtime has none or denies access. */
export function env(name: string): string | undefined {
  try {
    return globals.process?.env?.[name]?.trim() || undefined;
  } catch {
    return undefined;
  }
}

/** True in pages and their workers; false on servers and in tests that imitate a page (jsdom, happy-dom). */
export function inBrowser(): boolean {
  const { document, navigator, happyDOM } = globals;
  if (document !== undefined) return !happyDOM && !/jsdom|HappyDOM/i.test(navigator?.userAgent ?? "");
  return (
    typeof globals.WorkerGlobalScope === "function" &&
    typeof globals.importScripts === "function" &&
    !globals.Deno &&
    !globals.process
  );
}
