import axe from "axe-core";
import type { Page } from "playwright-core";

/** The serious and critical findings of axe on an open page: of one rule, or of all. */
export async function seriousFindings(page: Page, rule?: string): Promise<string[]> {
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
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}
