/** Words and phrases written with commas between; line breaks are of no account. */
export function words(text: TemplateStringsArray): readonly string[] {
  return (text[0] ?? "")
    .split(",")
    .map((word) => word.replace(/\s+/g, " ").trim())
    .filter((word) => word !== "");
}
