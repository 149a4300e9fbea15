import { afterAll, beforeAll, expect, test } from "vitest";
import { SiteStage } from "./stage.js";

let stage: SiteStage;
beforeAll(async () => {
  stage = await SiteStage.open();
});
afterAll(() => stage.close());

test("the playground parses in the page; a suggestion for a refused command parses", async () => {
  const page = await stage.page("playground.html");
  await page.getByText("Read as a swap").waitFor();
  const before = stage.sent;
  await page.getByLabel("Command").fill("swap 1 SOL for BNOK");
  await page.getByText("unknown_token").waitFor();
  expect(await page.locator("mark.refused").textContent()).toContain("BNOK");
  await page.getByRole("button", { name: "swap 1 SOL for BONK" }).click();
  await page.getByText("Read as a swap").waitFor();
  expect(stage.sent).toBe(before);
  expect(stage.foreign).toEqual([]);
});

test("the parser is at most 120 kB, and only the playground loads it", async () => {
  const weightOf = async (path: string) => {
    const before = stage.sent;
    await stage.page(path);
    return stage.sent - before;
  };
  const [guide, playground] = [await weightOf("guides/amounts.html"), await weightOf("playground.html")];
  expect(playground - guide).toBeLessThan(120_000);
  expect(guide).toBeLessThan(playground - 40_000);
});
