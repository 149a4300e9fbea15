import { readFile } from "node:fs/promises";
import type { ArmedFault, Session } from "@intent-tx/mock-server";
import { expect, test } from "vitest";
import { seriousFindings } from "../axe.js";
import { announced, askPrice, control, fund, openStudio, rpc, sharedBrowser, sharedServer } from "./setup.js";

const browser = sharedBrowser();
const server = sharedServer();
const now = async () =>
  Date.parse((await control<{ now: string; running: boolean }>(server(), "/clock")).now);

test("the clock advances a day, freezes, and runs again", async () => {
  const { page, complaints } = await openStudio(browser(), server(), "world");
  const before = await now();
  await announced(page.getByRole("button", { name: "+ 1 day" }), "The clock advanced by 1 day.");
  expect(await now()).toBeGreaterThanOrEqual(before + 86_400_000);
  await page.getByRole("button", { name: "Freeze" }).click();
  await page.getByRole("button", { name: "Resume" }).waitFor();
  expect((await control<{ now: string; running: boolean }>(server(), "/clock")).running).toBe(false);
  await page.getByRole("button", { name: "Resume" }).click();
  await page.getByRole("button", { name: "Freeze" }).waitFor();
  expect(complaints).toEqual([]);
});

test("a fault is added, hits a request, shows that it is spent, and is cleared", async () => {
  const { page, complaints } = await openStudio(browser(), server(), "faults");
  const region = page.getByRole("region", { name: "Faults" });
  await region.getByLabel("Path, such as /v1/* or /rpc/live").fill("/v1/prices/*");
  await region.getByRole("button", { name: "Add", exact: true }).click();
  const card = region.getByRole("listitem").filter({ hasText: "503 on the next call to /v1/prices/*" });
  await card.getByText("active").waitFor();
  expect((await askPrice(server(), "SOL")).status).toBe(503);
  await card.getByText("fired 1 of 1").waitFor();
  await card.getByText("spent").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  expect((await askPrice(server(), "SOL")).ok).toBe(true);
  await card.getByRole("button", { name: "Clear", exact: true }).click();
  await page.getByText("No faults.").waitFor();
  expect((await control<{ data: ArmedFault[] }>(server(), "/faults")).data).toEqual([]);
  expect(complaints).toEqual([]);
});

test("a session can be opened and viewed, and has a separate world", async () => {
  const { page, complaints } = await openStudio(browser(), server(), "world/sessions");
  await page.getByRole("button", { name: "Open a session" }).click();
  await expect
    .poll(async () => (await control<{ data: Session[] }>(server(), "/sessions")).data.length)
    .toBe(1);
  const { data } = await control<{ data: Session[] }>(server(), "/sessions");
  await page.goto(`${server().origin}/studio/wallets?session=${data[0]!.id}`);
  await page.getByRole("status").getByText("Connected").waitFor();
  await page.getByRole("heading", { name: "alice" }).waitFor();
  await page.getByRole("link", { name: "Market" }).click();
  expect(page.url()).toContain(`session=${data[0]!.id}`);
  expect(complaints).toEqual([]);
});

test("a snapshot is saved to a file and restored, and a reset restores the seed's world", async () => {
  const { page, complaints } = await openStudio(browser(), server(), "world/state");
  const bob = server().wallets["bob"]!.address;
  const give = (SOL: string) => fund(server(), bob, { SOL });
  const balance = async () =>
    (await rpc<{ value: number }>(server(), "getBalance", [bob, { commitment: "processed" }])).value;
  const atStart = await balance();
  await give("3");
  const kept = await balance();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Snapshot to a file" }).click();
  const path = await (await download).path();
  expect(JSON.parse(await readFile(path, "utf8"))).toBeTypeOf("object");
  await give("4");
  expect(await balance()).not.toBe(kept);
  const file = { name: "state.json", mimeType: "application/json", buffer: await readFile(path) };
  await Promise.all([
    page.getByText("Restored state.json.").waitFor(),
    page.getByLabel("Snapshot file").setInputFiles(file),
  ]);
  expect(await balance()).toBe(kept);
  await page.getByRole("button", { name: "Reset" }).click();
  await announced(
    page.getByRole("dialog").getByRole("button", { name: "Reset" }),
    "The world was reset to its initial state.",
  );
  expect(await balance()).toBe(atStart);
  expect(complaints).toEqual([]);
});

test("an open page shows a reset that another client makes", async () => {
  const { address } = server().wallets["alice"]!;
  const { page, complaints } = await openStudio(browser(), server(), `wallets/${address}`);
  const amount = async () => (await page.getByRole("row", { name: /^SOL / }).innerText()).split("\t")[1];
  const atStart = await amount();
  await fund(server(), address, { SOL: "7" });
  const refreshed = async () => {
    await page.getByRole("button", { name: "Refresh" }).click();
    return amount();
  };
  await expect.poll(refreshed).not.toBe(atStart);
  await control(server(), "/reset", {});
  await expect.poll(amount).toBe(atStart);
  await page.getByRole("link", { name: "Requests" }).click();
  await page.getByText("The world was reset or restored.").waitFor();
  expect(complaints).toEqual([]);
});
