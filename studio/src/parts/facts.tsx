import type { ComponentChildren } from "preact";

export type Fact = readonly [name: string, value: ComponentChildren];

/** Names with values. Entries that are not facts are left out. */
export function Facts(props: { readonly of: readonly (Fact | false)[]; readonly mono?: boolean }) {
  const { of, mono = false } = props;
  return (
    <dl class={mono ? "facts mono" : "facts"}>
      {of.map(
        (fact, index) =>
          fact && [<dt key={`${index} name`}>{fact[0]}</dt>, <dd key={`${index} value`}>{fact[1]}</dd>],
      )}
    </dl>
  );
}
