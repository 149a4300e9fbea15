import { type Fact, Facts } from "../../parts/facts.js";
import { tokenAccountNames } from "./balances.js";
import { describe } from "./descriptions.js";
import { Address, nameOf, ShownValue } from "./names.js";
import type { ChainTransaction, ParsedInstruction } from "./wire.js";

function Instruction({
  instruction,
  label,
  names,
}: {
  readonly instruction: ParsedInstruction;
  readonly label: string;
  readonly names: ReadonlyMap<string, string>;
}) {
  const { title, facts } = describe(instruction);
  return (
    <>
      <h3>
        {label} {nameOf(instruction.programId) ?? "Program"}: {title}
      </h3>
      <Facts
        of={[
          nameOf(instruction.programId) === undefined && [
            "program",
            <Address address={instruction.programId} />,
          ],
          ...facts.map(([name, value]): Fact => [name, <ShownValue value={value} names={names} />]),
        ]}
      />
    </>
  );
}

export function Instructions({ transaction }: { readonly transaction: ChainTransaction }) {
  const names = tokenAccountNames(transaction);
  const inner = transaction.meta?.innerInstructions ?? [];
  return (
    <ol class="instructions inner">
      {transaction.transaction.message.instructions.map((instruction, index) => {
        const called = inner.find((one) => one.index === index)?.instructions ?? [];
        return (
          <li key={index}>
            <Instruction instruction={instruction} label={`${index + 1}.`} names={names} />
            {called.length > 0 && (
              <details>
                <summary>
                  {called.length} inner {called.length === 1 ? "instruction" : "instructions"}
                </summary>
                <ol class="instructions">
                  {called.map((one, at) => (
                    <li key={at} style={{ marginLeft: `${((one.stackHeight ?? 2) - 2) * 14}px` }}>
                      <Instruction instruction={one} label={`${index + 1}.${at + 1}`} names={names} />
                    </li>
                  ))}
                </ol>
              </details>
            )}
          </li>
        );
      })}
    </ol>
  );
}
