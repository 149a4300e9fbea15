import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

interface TableRow {
  readonly key: string;
  /** A cell for each column. */
  readonly cells: readonly ComponentChildren[];
}

/** A table that turns each row into a block of labelled values if it is too wide for its place. */
export function Table(props: {
  readonly columns: readonly string[];
  /** Columns of numbers, which are right-aligned. */
  readonly numbers?: readonly string[];
  readonly rows: readonly TableRow[];
}) {
  const { columns, numbers = [], rows } = props;
  const box = useRef<HTMLDivElement>(null);
  const needed = useRef(0);
  const [stacked, setStacked] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const fit = () => {
      if (!stacked) needed.current = element.scrollWidth;
      setStacked(needed.current > element.clientWidth);
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    return () => observer.disconnect();
  });
  const kind = (column: string | undefined) => (numbers.includes(column ?? "") ? "number" : undefined);
  return (
    <div class="table" ref={box}>
      <table class={stacked ? "stacked" : undefined}>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col" class={kind(name)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, index) => (
                <td key={columns[index]} class={kind(columns[index])} data-column={columns[index]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
