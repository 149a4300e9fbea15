import { createHash } from "node:crypto";
import { ByteReader } from "./byte-reader.js";
import { type Form, form, wordsBy } from "./instruction-call.js";
import type { Words } from "./words.js";

const DISCRIMINATOR_BYTES = 8;
const FIELDS = ["name", "symbol", "uri"];
const OTHER_FIELD = 3;

/** An interface's instructions begin with the start of a hash of their name, whatever program has them. */
function discriminator(name: string): string {
  return createHash("sha256").update(name).digest().subarray(0, DISCRIMINATOR_BYTES).toString("hex");
}

function field(reader: ByteReader): string {
  const kind = reader.u8();
  const name = FIELDS[kind];
  if (name !== undefined) return name;
  if (kind !== OTHER_FIELD) throw new RangeError("no such field");
  return reader.text();
}

const FORMS: ReadonlyMap<string, Form> = new Map(
  Object.entries({
    "spl_token_group_interface:initialize_token_group": form("initializeTokenGroup", 3, (call) => ({
      ...call.named("group", "mint", "mintAuthority"),
      ...{ updateAuthority: call.data.keyOrZero(), maxSize: call.data.u64() },
    })),
    "spl_token_group_interface:update_group_max_size": form("updateTokenGroupMaxSize", 2, (call) => ({
      ...call.named("group", "updateAuthority"),
      maxSize: call.data.u64(),
    })),
    "spl_token_group_interface:update_authority": form("updateTokenGroupAuthority", 2, (call) => ({
      ...call.named("group", "updateAuthority"),
      newAuthority: call.data.keyOrZero(),
    })),
    "spl_token_group_interface:initialize_member": form("initializeTokenGroupMember", 5, (call) =>
      call.named("member", "memberMint", "memberMintAuthority", "group", "groupUpdateAuthority"),
    ),
    "spl_token_metadata_interface:initialize_account": form("initializeTokenMetadata", 4, (call) => ({
      ...call.named("metadata", "updateAuthority", "mint", "mintAuthority"),
      ...{ name: call.data.text(), symbol: call.data.text(), uri: call.data.text() },
    })),
    "spl_token_metadata_interface:updating_field": form("updateTokenMetadataField", 2, (call) => ({
      ...call.named("metadata", "updateAuthority"),
      ...{ field: field(call.data), value: call.data.text() },
    })),
    "spl_token_metadata_interface:remove_key_ix": form("removeTokenMetadataKey", 2, (call) => ({
      ...call.named("metadata", "updateAuthority"),
      ...{ idempotent: call.data.bool(), key: call.data.text() },
    })),
    "spl_token_metadata_interface:update_the_authority": form("updateTokenMetadataAuthority", 2, (call) => ({
      ...call.named("metadata", "updateAuthority"),
      newAuthority: call.data.keyOrZero(),
    })),
    "spl_token_metadata_interface:emitter": form("emitTokenMetadata", 1, (call) => {
      const { data } = call;
      const [start, end] = [data.optional(() => data.u64()), data.optional(() => data.u64())];
      return {
        metadata: call.accounts[0],
        ...(start !== undefined && { start }),
        ...(end !== undefined && { end }),
      };
    }),
  }).map(([name, found]) => [discriminator(name), found]),
);

/**
 * An instruction of the interfaces of token groups and token metadata, which Token-2022 has; undefined for any other.
 *
 * @throws {RangeError} if it is one of them and its data is not
 */
export function interfaceInstruction(accounts: readonly string[], data: Uint8Array): Words | undefined {
  if (data.length < DISCRIMINATOR_BYTES) return undefined;
  const found = FORMS.get(Buffer.from(data.subarray(0, DISCRIMINATOR_BYTES)).toString("hex"));
  return found && wordsBy(found, accounts, new ByteReader(data, DISCRIMINATOR_BYTES));
}
