import axe from "axe-core";
import type { Page } from "playwright-core";

/** The findings of axe on an open page: of one rule, or of all. */
export async function findings(page: Page, rule?: string, impacts?: readonly string[]): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    (only) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
        resultTypes: ["violations"],
        ...(only !== undefined && { runOnly: [only] }),
      }),
    rule,
  );
  return violations
    .filter(({ impact }) => impacts?.includes(`${impact}`) ?? true)
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}

/** The serious and critical findings. */
export const seriousFindings = (page: Page, rule?: string) => findings(page, rule, ["serious", "critical"]);
