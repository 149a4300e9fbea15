import { ByteReader } from "./byte-reader.js";
import type { Words } from "./words.js";

const STAKE_CONFIG = "StakeConfig11111111111111111111111111111111";
const VALIDATOR_INFO = "Va1idator1nfo111111111111111111111111111111";

/** An account of the config program: what a validator says of itself, or how stakes warm up. @throws {RangeError} for others */
export function configWords(address: string, data: Uint8Array): Words {
  const reader = new ByteReader(data);
  const keys = Array.from({ length: reader.shortLength() }, () => ({
    pubkey: reader.key(),
    signer: reader.bool(),
  }));
  if (address === STAKE_CONFIG) {
    return { type: "stakeConfig", info: { warmupCooldownRate: reader.f64(), slashPenalty: reader.u8() } };
  }
  if (keys[0]?.pubkey !== VALIDATOR_INFO) throw new RangeError("a configuration of something else");
  return { type: "validatorInfo", info: { keys, configData: json(reader.longText()) } };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RangeError("what a validator says of itself is JSON");
  }
}
