/** Defects of a page's layout, found in the browser. Playwright sends this function to the page, so it refers to nothing else. */
export function layoutDefects(): string[] {
  const defects: string[] = [];
  const over = document.documentElement.scrollWidth - innerWidth;
  if (over > 0) defects.push(`the page is ${over} pixels too wide`);

  /** The part of the page in which an element is visible: it ends at the scrolling boxes around the element. */
  const clips = new Map<Element, DOMRect | undefined>();
  const clipOf = (element: Element | null): DOMRect | undefined => {
    if (element === null || element === document.body) return new DOMRect(0, -1e6, innerWidth, 2e6);
    const known = clips.get(element);
    if (known !== undefined || clips.has(element)) return known;
    const style = getComputedStyle(element);
    const around = clipOf(element.parentElement);
    // Fixed and sticky boxes cover the text that scrolls below them on purpose.
    const hidden =
      style.visibility === "hidden" || style.opacity === "0" || /fixed|sticky/.test(style.position);
    let clip = hidden ? undefined : around;
    if (clip !== undefined && style.overflowX !== "visible") {
      const box = element.getBoundingClientRect();
      const [left, top] = [Math.max(clip.left, box.left), Math.max(clip.top, box.top)];
      const [right, bottom] = [Math.min(clip.right, box.right), Math.min(clip.bottom, box.bottom)];
      clip = right > left && bottom > top ? new DOMRect(left, top, right - left, bottom - top) : undefined;
    }
    clips.set(element, clip);
    return clip;
  };

  interface Line {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
    readonly node: Text;
  }
  const lines: Line[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode() as Text | null; node !== null; node = walker.nextNode() as Text | null) {
    const parent = node.parentElement;
    const clip = parent === null ? undefined : clipOf(parent);
    if (parent === null || clip === undefined || node.data.trim() === "") continue;
    range.selectNodeContents(node);
    for (const { left, right, top, bottom } of range.getClientRects()) {
      const shown = { left: Math.max(left, clip.left), right: Math.min(right, clip.right) };
      // A line's box is taller than its letters.
      const inset = (bottom - top) / 5;
      const middle = (top + bottom) / 2;
      if (shown.right - shown.left > 2 && middle > clip.top && middle < clip.bottom)
        lines.push({ ...shown, top: top + inset, bottom: bottom - inset, node });
    }
    // A name in code or in a table is on one line, unless it is too long for a phone.
    if (!parent.closest(".vp-doc :is(code, td, th)") || parent.closest("pre")) continue;
    for (const { 0: name, index } of node.data.matchAll(/\S+/g)) {
      const inCode = parent.closest("code") !== null;
      if (name.length > 38 || !/\w/.test(name) || (!inCode && /[-/]/.test(name))) continue;
      range.setStart(node, index);
      range.setEnd(node, index + name.length);
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (tops.size > 1) defects.push(`a name is broken: ${name}`);
    }
  }
  lines.sort((one, other) => one.top - other.top);
  for (const [index, one] of lines.entries())
    for (let next = index + 1; next < lines.length; next++) {
      const other = lines[next];
      if (other === undefined || other.top >= one.bottom) break;
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      if (wide > 2 && one.node !== other.node)
        defects.push(`text over text: "${one.node.data.trim()}" and "${other.node.data.trim()}"`);
    }
  return defects;
}
