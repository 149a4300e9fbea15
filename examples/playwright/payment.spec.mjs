import { test as base } from "@intent-tx/mock-server/playwright";
import { mockWallet } from "@intent-tx/mock-server/testing";
import { expect } from "@playwright/test";

const test = base.extend({
  extraHTTPHeaders: async ({ mock }, use) =>
    use({ "x-mock-session": new URL(mock.baseUrl).pathname.split("/")[2] }),
});

/** Installs a wallet in the page that passes each request to the mock's wallet, which runs in the test. */
async function installWallet(page, { standard }) {
  const [{ address, publicKey, chains }] = standard.accounts;
  const { signTransaction } = standard.features["solana:signTransaction"];
  await page.exposeFunction("signInTest", async (bytes) => {
    const [{ signedTransaction }] = await signTransaction({
      transaction: Uint8Array.from(bytes),
    });
    return [...signedTransaction];
  });
  await page.addInitScript(
    ({ name, address, publicKey, chains }) => {
      const features = ["solana:signTransaction"];
      const account = {
        address,
        publicKey: Uint8Array.from(publicKey),
        chains,
        features,
      };
      const signTransaction = async ({ transaction }) => [
        {
          signedTransaction: Uint8Array.from(
            await window.signInTest([...transaction]),
          ),
        },
      ];
      const feature = {
        version: "1.0.0",
        supportedTransactionVersions: ["legacy", 0],
        signTransaction,
      };
      const wallet = {
        version: "1.0.0",
        name,
        icon: "data:image/svg+xml;base64,",
        chains,
      };
      Object.assign(wallet, {
        accounts: [account],
        features: { "solana:signTransaction": feature },
      });
      window.addEventListener("wallet-standard:app-ready", ({ detail }) =>
        detail.register(wallet),
      );
    },
    { name: standard.name, address, publicKey: [...publicKey], chains },
  );
}

test("a wallet that adds guards pays once, also when the page is loaded again", async ({
  page,
  mock,
}) => {
  const wallet = await mockWallet(mock, "alice", { like: "phantom" });
  await installWallet(page, wallet);
  await page.goto("/payment");
  await expect(page.getByRole("status")).toHaveText("At most 0.5 SOL");
  expect(wallet.requests).toHaveLength(0);
  await page.getByRole("button", { name: "Pay" }).click();
  await expect(page.getByRole("status")).toHaveText(
    /^Paid with \w+; the wallet added [1-9]\d* guards$/,
  );
  const [signature] = (await page.getByRole("status").textContent()).match(
    /\w{80,}/,
  );
  await page.reload();
  await expect(page.getByRole("status")).toContainText(signature);
  expect(wallet.requests).toHaveLength(1);
});

test("a user who rejects has not paid", async ({ page, mock }) => {
  const wallet = await mockWallet(mock, "alice", {
    like: "phantom",
    ask: () => false,
  });
  await installWallet(page, wallet);
  await page.goto("/payment");
  await page.getByRole("button", { name: "Pay" }).click();
  await expect(page.getByRole("status")).toContainText("User rejected the request");
  await mock.requests.expectCalls([{ operation: "transactions.build", times: 1 }]);
});
