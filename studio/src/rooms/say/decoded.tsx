import type { BuiltTransaction, Intent } from "intent-tx";
import {
  type DecodedTransaction,
  decodeTransaction,
  type TransactionFinding,
  UnsafeTransactionError,
  verifyTransaction,
} from "intent-tx/solana";
import { type Fact, Facts } from "../../parts/facts.js";
import { humanUnits } from "../../parts/format.js";
import { Short } from "../../parts/short.js";
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
  options: { readonly walletAddress: string; readonly slippage?: number | undefined },
): Checked {
  let decoded: DecodedTransaction | undefined;
  try {
    decoded = decodeTransaction(built);
    verifyTransaction(built, intent, {
      walletAddress: options.walletAddress,
      ...(options.slippage !== undefined && { slippage: options.slippage }),
    });
    return { decoded, findings: [] };
  } catch (error) {
    if (!(error instanceof UnsafeTransactionError)) throw error;
    return { decoded, findings: error.findings };
  }
}

const HIDDEN = new Set(["kind", "accounts", "data"]);

export function Decoded({ decoded, findings }: Checked) {
  const general = findings.filter(({ instruction }) => instruction === undefined);
  return (
    <div class="stack">
      {findings.length === 0 ? (
        <div class="notice good">The transaction does exactly what the intent says: safe to sign.</div>
      ) : (
        general.map(({ code, message }) => (
          <div key={code + message} class="notice bad">
            <code>{code}</code> {message}
          </div>
        ))
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
                {findings
                  .filter((one) => one.instruction === index)
                  .map(({ code, message }) => (
                    <div key={code + message} class="notice bad">
                      <code>{code}</code> {message}
                    </div>
                  ))}
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}
