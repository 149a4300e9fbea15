import type { ComponentChildren } from "preact";

/** A table that scrolls sideways if it is too wide. */
export function Table(props: {
  readonly columns: readonly string[];
  /** Columns of numbers, which are right-aligned. */
  readonly numbers?: readonly string[];
  readonly children: ComponentChildren;
}) {
  const { columns, numbers = [], children } = props;
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col" class={numbers.includes(name) ? "number" : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
