/** Width of every drawing: on a phone of 390 px its smallest text is still 9 px high. */
export const WIDTH = 560;

const STYLE = `
.ground{fill:#fff}.card{fill:#f6f7f8;stroke:#d5dae0}.mark{fill:#d7f0ec;stroke:#0b6b63}.bad{fill:#fbe3e0;stroke:#b3362a}
.t{fill:#1c2128}.q{fill:#59636e}.l{fill:#0b6b63}.r{fill:#b3362a}.line{stroke:#59636e;stroke-width:1.5;fill:none}.tip{fill:#59636e}
text{font:14px system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}.b{font-weight:600}
.m{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}.s{font-size:13px}
@media (prefers-color-scheme:dark){
.ground{fill:#14171b}.card{fill:#1c2026;stroke:#3a424c}.mark{fill:#17413c;stroke:#5cc9bd}.bad{fill:#4a211d;stroke:#f08a7e}
.t{fill:#e3e6ea}.q{fill:#9aa4af}.l{fill:#5cc9bd}.r{fill:#f08a7e}.line{stroke:#9aa4af}.tip{fill:#9aa4af}}`;

export const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** A line of text; `look` names classes: t, q, l and r are colours, b is bold, m is code, s is small. */
export const text = (x: number, y: number, value: string, look = "t", anchor = "start") =>
  `<text x="${x}" y="${y}" class="${look}"${anchor === "start" ? "" : ` text-anchor="${anchor}"`}>${escaped(value)}</text>`;

export const box = (x: number, y: number, width: number, height: number, look = "card") =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" class="${look}"/>`;

export const line = (x1: number, y1: number, x2: number, y2: number, dashed = false) =>
  `<path d="M${x1} ${y1}L${x2} ${y2}" class="line"${dashed ? ' stroke-dasharray="4 4"' : ""}/>`;

/** An arrow that points down. */
export const down = (x: number, y1: number, y2: number) =>
  `${line(x, y1, x, y2 - 6)}<path d="M${x - 5} ${y2 - 8}h10l-5 8z" class="tip"/>`;

/** The whole drawing. `title` is read aloud in its place. Colours follow the page's light or dark. */
export const drawing = (height: number, title: string, parts: readonly string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
${[`<rect x=".5" y=".5" width="${WIDTH - 1}" height="${height - 1}" rx="10" class="ground"/>`, ...parts].join("\n")}
</svg>
`;
