import { expect, test } from "vitest";
import { commandPath } from "../../../mock-server/src/control/command-path.js";
import type { SendCommand } from "../../../mock-server/src/control/commands.js";

const send = ((name: Parameters<typeof commandPath>[0], input?: { params?: Record<string, string> }) =>
  commandPath(name, input?.params)) as unknown as SendCommand;

test("the parameters of a command fill in its path, and the others are its query", () => {
  const params = { token: "a/b", points: 3, from: undefined };
  expect(send("GET /prices/{token}", { params })).toEqual({ method: "GET", path: "/prices/a%2Fb?points=3" });
});

test("a wrong path, body or parameter does not compile", () => {
  void send("GET /clock");
  // @ts-expect-error no such command
  void send("GET /clocks");
  // @ts-expect-error without the body
  void send("POST /clock/advance");
  // @ts-expect-error a wrong name in the body
  void send("POST /clock/advance", { body: { to: "1h" } });
  // @ts-expect-error a body that the command does not accept
  void send("GET /clock", { body: {} });
  // @ts-expect-error without the parameter of the path
  void send("GET /prices/{token}");
  // @ts-expect-error a wrong name in the query
  void send("GET /prices/{token}", { params: { token: "SOL", point: 3 } });
});
