/** Words and phrases written with commas between; line breaks are of no account. */
export function words(text: TemplateStringsArray): readonly string[] {
  return (text[0] ?? "")
    .replace(/\s+/g, " ")
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}
