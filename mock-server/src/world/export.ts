import { RENT_EXEMPT_EPOCH } from "../chain/accounts.js";

/** An account for `solana-test-validator --account ADDRESS FILE`. */
export interface ExportedAccount {
  readonly address: string;
  /** The file's content. */
  readonly json: string;
}

/**
 * Exports accounts as files for a validator. Lamports and rent epoch are inserted as text, because both can exceed the
 * integers that a number represents exactly.
 */
export function exportAccounts(
  accounts: readonly {
    readonly address: string;
    readonly lamports: bigint;
    readonly owner: string;
    readonly executable: boolean;
    readonly data: Uint8Array;
  }[],
): ExportedAccount[] {
  return accounts.map(({ address, lamports, owner, executable, data }) => {
    const encoded = JSON.stringify([Buffer.from(data).toString("base64"), "base64"]);
    const fields = [
      `"lamports":${lamports}`,
      `"data":${encoded}`,
      `"owner":"${owner}"`,
      `"executable":${executable}`,
      `"rentEpoch":${RENT_EXEMPT_EPOCH}`,
      `"space":${data.length}`,
    ];
    return { address, json: `{"pubkey":"${address}","account":{${fields.join(",")}}}` };
  });
}
