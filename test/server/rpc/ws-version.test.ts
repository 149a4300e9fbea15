import { expect, test } from "vitest";
import { checkWsVersion } from "../../../mock-server/src/rpc/ws-version.js";

test.each(["8.21.0", "8.23.1"])("ws %s is accepted", (version) => {
  expect(() => checkWsVersion(() => ({ version }))).not.toThrow();
});

test.each(["7.5.14", "8.20.9", "9.0.0"])("ws %s is refused with the remedy", (version) => {
  expect(() => checkWsVersion(() => ({ version }))).toThrow(
    `ws ${version} is installed, but @intent-tx/mock-server needs ws 8.21 or a later 8.x; remove the override`,
  );
});
