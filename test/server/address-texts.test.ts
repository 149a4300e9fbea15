import { Keypair } from "@solana/web3.js";
import { expect, test } from "vitest";
import { AddressTexts } from "../../mock-server/src/chain/address-texts.js";

test("an address that was written is not held by the message that it came from", () => {
  const texts = new AddressTexts();
  const message = Buffer.from(Keypair.generate().publicKey.toBytes());
  const before = texts.at(message, 0);
  expect(texts.at(message, 0)).toBe(before);
  // The ends stay, by which it is looked up; whoever shared the memory would now know the new address by the old name.
  message[15] = (message[15] ?? 0) ^ 1;
  expect(texts.at(message, 0)).not.toBe(before);
  message[15] ^= 1;
  expect(texts.at(message, 0)).toBe(before);
});
