import { afterAll, beforeAll, expect, test } from "vitest";
import { SiteSetup } from "./setup.js";

let setup: SiteSetup;
beforeAll(async () => {
  setup = await SiteSetup.open();
});
afterAll(() => setup.close());

test("the playground parses in the page; a suggestion for a refused command parses", async () => {
  const page = await setup.page("playground.html");
  await page.getByText("Read as a swap").waitFor();
  const before = setup.sent;
  await page.getByLabel("Command").fill("swap 1 SOL for BNOK");
  await page.getByText("unknown_token").waitFor();
  expect(await page.locator("mark.refused").textContent()).toContain("BNOK");
  await page.getByRole("button", { name: "swap 1 SOL for BONK" }).click();
  await page.getByText("Read as a swap").waitFor();
  await page.getByLabel("Command").fill("");
  await page.getByText("Refused:").waitFor();
  expect(await page.locator("mark").count()).toBe(0);
  expect(setup.sent).toBe(before);
  expect(setup.foreign).toEqual([]);
});

test("the parser is at most 120 kB, and only the playground loads it", async () => {
  const weightOf = async (path: string, text: string) => {
    const before = setup.sent;
    const page = await setup.page(path);
    await page.getByText(text).first().waitFor();
    return setup.sent - before;
  };
  const guide = await weightOf("guides/amounts.html", "base units");
  const playground = await weightOf("playground.html", "Read as a swap");
  expect(playground - guide).toBeLessThan(120_000);
  expect(guide).toBeLessThan(playground - 40_000);
});
