import type { BuiltTransaction, Intent } from "intent-tx";
import {
  type DecodedTransaction,
  decodeTransaction,
  type TransactionFinding,
  UnsafeTransactionError,
  verifyTransaction,
} from "intent-tx/solana";
import { Short } from "../../parts/copy.js";
import { type Fact, Facts } from "../../parts/facts.js";
import { humanUnits } from "../../parts/format.js";
import { spaced } from "../chain/descriptions.js";
import { ShownValue } from "../chain/names.js";

export interface Checked {
  readonly decoded: DecodedTransaction | undefined;
  readonly findings: readonly TransactionFinding[];
}

/** Decodes a built transaction and verifies it against its intent. */
export function check(
  built: BuiltTransaction,
  intent: Intent,
  walletAddress: string,
  slippage: number | undefined,
): Checked {
  let decoded: DecodedTransaction | undefined;
  try {
    decoded = decodeTransaction(built);
    verifyTransaction(built, intent, { walletAddress, ...(slippage !== undefined && { slippage }) });
    return { decoded, findings: [] };
  } catch (error) {
    if (!(error instanceof UnsafeTransactionError)) throw error;
    return { decoded, findings: error.findings };
  }
}

/** The findings about an instruction, or about the whole transaction. */
function Findings({ of, at }: { readonly of: readonly TransactionFinding[]; readonly at?: number }) {
  return of
    .filter(({ instruction }) => instruction === at)
    .map(({ code, message }) => (
      <div key={code + message} class="notice bad">
        <code>{code}</code> {message}
      </div>
    ));
}

const HIDDEN = new Set(["kind", "accounts", "data"]);

export function Decoded({ decoded, findings }: Checked) {
  return (
    <div class="stack">
      {findings.length === 0 ? (
        <div class="notice good">The transaction does exactly what the intent says: safe to sign.</div>
      ) : (
        <Findings of={findings} />
      )}
      {decoded && (
        <>
          <Facts
            of={[
              ["Fee payer", <ShownValue value={decoded.feePayer} />],
              ["Fee", `${humanUnits(decoded.fee, 9)} SOL`],
              ["Blockhash", <Short text={decoded.recentBlockhash} what="the blockhash" />],
            ]}
          />
          <ol class="instructions">
            {decoded.instructions.map((instruction, index) => (
              <li key={`${instruction.kind}${index}`}>
                <h3>
                  {index + 1}. {instruction.kind}
                </h3>
                <Facts
                  of={Object.entries(instruction)
                    .filter(([name, value]) => !HIDDEN.has(name) && value !== undefined)
                    .map(([name, value]): Fact => [spaced(name), <ShownValue value={value} />])}
                />
                <Findings of={findings} at={index} />
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}
