/** Each kind of token that has a colour. */
const TOKENS = [
  /(?<key>"(?:[^"\\]|\\.)*"\s*:)/,
  /(?<text>"(?:[^"\\]|\\.)*")/,
  /(?<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/,
  /\b(?<word>true|false|null)\b/,
];
const TOKEN = new RegExp(TOKENS.map(({ source }) => source).join("|"), "g");

function pieces(text: string) {
  const parts = [];
  let end = 0;
  for (const { 0: whole, index, groups = {} } of text.matchAll(TOKEN)) {
    if (index > end) parts.push(text.slice(end, index));
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined);
    parts.push(<span class={kind}>{whole}</span>);
    end = index + whole.length;
  }
  parts.push(text.slice(end));
  return parts;
}

/** A line whose continuation, if it is too long, is indented below its key. */
function Line({ text }: { readonly text: string }) {
  const indent = text.search(/\S/) + 2;
  return <div style={{ paddingLeft: `${indent}ch`, textIndent: `-${indent}ch` }}>{pieces(text)}</div>;
}

/** JSON with syntax colours. */
export function Json({ value, label }: { readonly value: unknown; readonly label: string }) {
  const text = JSON.stringify(value, null, 2) ?? "";
  // Colouring a huge text would block the page.
  return (
    <section class="json" tabIndex={0} aria-label={label}>
      <pre>
        {text.length > 60_000
          ? text
          : text.split("\n").map((line, index) => <Line key={index} text={line} />)}
      </pre>
    </section>
  );
}
