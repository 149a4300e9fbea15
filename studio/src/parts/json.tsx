const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(true|false|null)\b/g;

function pieces(text: string) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [whole, string, colon, number] = match;
    if (match.index > end) parts.push(text.slice(end, match.index));
    const kind =
      string === undefined
        ? number === undefined
          ? "word"
          : "number"
        : colon === undefined
          ? "text"
          : "key";
    parts.push(<span class={kind}>{whole}</span>);
    end = match.index + whole.length;
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
