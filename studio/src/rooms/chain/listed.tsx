import { moment } from "../../parts/format.js";
import { Short } from "../../parts/short.js";
import { Table } from "../../parts/table.js";
import { href } from "../../server/routes.js";
import { rpcAll } from "../../server/rpc.js";
import { network } from "../../server/site.js";
import { Address } from "./names.js";
import { type ChainTransaction, type SignatureEntry, TRANSACTION_FORM } from "./wire.js";
import { phraseOf } from "./words.js";

/** A transaction of a list: what its signature entry says, and the whole where it is known. */
export interface Listed {
  readonly entry: SignatureEntry;
  readonly whole: ChainTransaction | undefined;
}

/** A landed transaction never changes: what was read once is kept, up to a bound. */
const known = new Map<string, ChainTransaction>();
const MOST_KNOWN = 500;

/** Reads the transactions of some signatures; those read before are not asked for again. */
export async function withWhole(
  entries: readonly SignatureEntry[],
  abort: AbortSignal,
): Promise<readonly Listed[]> {
  const missing = entries.filter(({ signature }) => !known.has(signature));
  const read = await rpcAll<ChainTransaction | null>(
    network.value,
    missing.map(({ signature }) => ["getTransaction", [signature, TRANSACTION_FORM]]),
    abort,
  );
  if (known.size > MOST_KNOWN) known.clear();
  for (const [index, { signature }] of missing.entries()) {
    const whole = read[index];
    if (whole) known.set(signature, whole);
  }
  return entries.map((entry) => ({ entry, whole: known.get(entry.signature) }));
}

/** Instructions that only say what the transaction may cost. */
const BUDGET = "ComputeBudget111111111111111111111111111111";

const summary = ({ transaction }: ChainTransaction): string => {
  const phrases = transaction.message.instructions
    .filter(({ programId }) => programId !== BUDGET)
    .map(phraseOf);
  return [...new Set(phrases)].join(", ");
};

/** Transactions in a table, newest first. */
export function TransactionTable({ rows }: { readonly rows: readonly Listed[] }) {
  return (
    <Table columns={["Signature", "What", "Paid by", "Slot", "Time", "Status"]}>
      {rows.map(({ entry: { signature, slot, err, blockTime, confirmationStatus }, whole }) => (
        <tr key={signature}>
          <td>
            <Short text={signature} what="the signature" to={`chain/tx/${signature}`} />
          </td>
          <td>{whole && summary(whole)}</td>
          <td>
            {whole?.transaction.message.accountKeys[0] && (
              <Address address={whole.transaction.message.accountKeys[0].pubkey} />
            )}
          </td>
          <td>
            <a href={href(`chain/slot/${slot}`)}>{slot}</a>
          </td>
          <td>{blockTime === null ? "" : moment(blockTime * 1_000)}</td>
          <td>
            <span class={`badge ${err === null ? "good" : "bad"}`}>
              {err === null ? (confirmationStatus ?? "landed") : "failed"}
            </span>
          </td>
        </tr>
      ))}
    </Table>
  );
}
