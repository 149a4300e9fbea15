import type { ComponentChildren } from "preact";

export function Panel(props: { readonly title: string; readonly children: ComponentChildren }) {
  const { title, children } = props;
  return (
    <section class="panel" aria-label={title}>
      <header>
        <h2>{title}</h2>
      </header>
      {children}
    </section>
  );
}
