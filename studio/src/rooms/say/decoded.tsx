import type { BuiltTransaction, Intent } from "intent-tx";
import {
  type DecodedTransaction,
  decodeTransaction,
  type TransactionFinding,
  UnsafeTransactionError,
  verifyTransaction,
} from "intent-tx/solana";
import { humanUnits } from "../../parts/format.js";
import { Short } from "../../parts/short.js";
import { world } from "../../server/world.js";

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

const nameOf = (address: string): string | undefined => {
  const wallet = Object.entries(world.value?.wallets ?? {}).find(([, one]) => one.address === address);
  return wallet?.[0] ?? world.value?.tokens.find(({ mint }) => mint === address)?.symbol;
};

function display(value: unknown) {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "string")
    return JSON.stringify(value, (_, one: unknown) => (typeof one === "bigint" ? String(one) : one));
  const name = nameOf(value);
  if (value.length < 32) return value;
  return (
    <>
      {name !== undefined && `${name} `}
      <Short text={value} what="the address" to={`chain/address/${value}`} />
    </>
  );
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
          <dl class="facts">
            <dt>Fee payer</dt>
            <dd>{display(decoded.feePayer)}</dd>
            <dt>Fee</dt>
            <dd>{humanUnits(decoded.fee, 9)} SOL</dd>
            <dt>Blockhash</dt>
            <dd>
              <Short text={decoded.recentBlockhash} what="the blockhash" />
            </dd>
          </dl>
          <ol class="instructions">
            {decoded.instructions.map((instruction, index) => (
              <li key={`${instruction.kind}${index}`}>
                <h3>
                  {index + 1}. {instruction.kind}
                </h3>
                <dl class="facts">
                  {Object.entries(instruction)
                    .filter(([name, value]) => !HIDDEN.has(name) && value !== undefined)
                    .map(([name, value]) => (
                      <>
                        <dt key={name}>{name}</dt>
                        <dd>{display(value)}</dd>
                      </>
                    ))}
                </dl>
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
