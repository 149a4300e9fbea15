import { explain } from "@intent-tx/mock-server/parser";

/** Splits a command into pieces of text. `part` is the parameter that the piece sets, `refused`, or absent. */
export function stretches(command) {
  const explained = explain(command);
  const parts = explained.ok
    ? explained.slots.map(({ start, end, parameter }) => ({
        start,
        end,
        part: parameter,
      }))
    : [{ ...explained.refusal.span, part: "refused" }];
  const result = [];
  let at = 0;
  for (const { start, end, part } of parts.sort((a, b) => a.start - b.start)) {
    if (start > at) result.push({ text: command.slice(at, start) });
    result.push({ text: command.slice(start, end), part });
    at = end;
  }
  if (at < command.length) result.push({ text: command.slice(at) });
  return result;
}

/** The line below a command: how it was read, or why it was refused. */
export function verdict(command) {
  const explained = explain(command);
  if (explained.ok)
    return { text: `Read as a ${explained.reading.action}.`, suggestions: [] };
  return { text: explained.refusal.message, suggestions: explained.suggestions };
}

/** At every key press, shows a text field's marked command in one element and its verdict in another. */
export function show(field, line, below) {
  const draw = () => {
    const marks = stretches(field.value).map(({ text, part }) => {
      const mark = document.createElement(part ? "mark" : "span");
      mark.textContent = text;
      if (part) mark.title = part;
      return mark;
    });
    line.replaceChildren(...marks);
    const { text, suggestions } = verdict(field.value);
    const buttons = suggestions.map((suggestion) => {
      const button = document.createElement("button");
      button.textContent = suggestion;
      button.onclick = () => {
        field.value = suggestion;
        draw();
      };
      return button;
    });
    below.replaceChildren(text, ...buttons);
  };
  field.addEventListener("input", draw);
  draw();
}
