import { PROGRAM_IDS } from "intent-tx/contract";
import { describe, expect } from "vitest";
import { namedWallet } from "../../../mock-server/src/fixtures/wallets.js";
import { SWAP_PROGRAM_BASE64 } from "../../../mock-server/src/formats/amm/program.js";
import { programAccounts } from "../../../mock-server/src/formats/program-accounts.js";
import { Random } from "../../../mock-server/src/kernel/random.js";
import { control, test } from "../lab.js";

type Rows = [string, unknown][];
type Snapshot = { state: Record<string, Rows> };

describe("programs in a restored state", () => {
  const account = (data: Uint8Array, owner: string, executable: boolean) => ({
    lamports: "5000000000",
    owner,
    executable,
    data: Buffer.from(data).toString("base64"),
  });
  const LOADER_V2 = "BPFLoader2111111111111111111111111111111111";
  const code = Buffer.from(SWAP_PROGRAM_BASE64, "base64");
  const broken = Uint8Array.from(code).fill(255, 300, 900);
  const address = namedWallet(new Random("programs"), "program").address;
  const upgradeable = (image: Uint8Array): Rows =>
    programAccounts(address, image).map((one) => [
      `live:${one.address}`,
      account(one.data, one.owner, one.executable),
    ]);
  const cases: [string, Rows, boolean][] = [
    ["code that runs", upgradeable(code), true],
    ["broken code", upgradeable(broken), false],
    ["a program without its code", [upgradeable(code)[1]!], true],
    ["data that is not code", [[`live:${address}`, account(Uint8Array.of(1, 2), LOADER_V2, true)]], false],
    [
      "nothing where the System program is",
      [
        [
          `live:${PROGRAM_IDS.system}`,
          { ...account(Uint8Array.of(), PROGRAM_IDS.system, false), lamports: "0" },
        ],
      ],
      false,
    ],
  ];
  test.for(cases)("%s", async ([_, rows, taken], { server }) => {
    const before = (await server.snapshot()) as unknown as Snapshot;
    const given = structuredClone(before);
    given.state["ledgerAccounts"] = rows;
    for (const opened of [false, true]) {
      if (opened) await server.fund(server.wallets.alice.address, { SOL: 1 });
      const held = await server.snapshot();
      const answer = await control(server, "PUT", "/state", given);
      expect([answer.status, answer.body.error?.field]).toEqual(
        taken ? [200, undefined] : [400, "state.ledgerAccounts"],
      );
      expect(await server.snapshot()).toEqual(taken ? given : held);
      const after = await server.fund(server.wallets.alice.address, { SOL: 1 });
      expect(after.walletAddress).toBe(server.wallets.alice.address);
    }
  });
});
