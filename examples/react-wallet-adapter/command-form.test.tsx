// @vitest-environment jsdom
import { test } from "@intent-tx/mock-server/vitest";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  cleanup,
  configure,
  fireEvent,
  render,
  screen,
  waitFor,
} from "@testing-library/react";
import type { Intent } from "intent-tx";
import { afterEach, expect } from "vitest";
import { CommandForm } from "./command-form.js";

afterEach(cleanup);
// The default, one second, is too short for a busy machine.
configure({ asyncUtilTimeout: 30_000 });

test("a refused command shows suggestions, and a click parses one", async ({
  client,
  server,
}) => {
  const intents: Intent[] = [];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CommandForm
        client={client}
        walletAddress={server.wallets.alice.address}
        onIntent={(intent) => intents.push(intent)}
      />
    </QueryClientProvider>,
  );
  fireEvent.change(screen.getByLabelText("Command"), {
    target: { value: "swap 1 SOL for BNOK" },
  });
  fireEvent.click(screen.getByText("Continue"));
  fireEvent.click(await screen.findByText("swap 1 SOL for BONK"));
  await waitFor(() =>
    expect(intents.map(({ action }) => action)).toEqual(["swap"]),
  );
  expect(screen.queryByRole("alert")).toBeNull();
});
