// Runs in the browser: the index is made of what the build collected, when somebody first searches.
import MiniSearch from "minisearch";

/** A word without the ending that its other forms have: rotate, rotation and rotates are one. */
function stem(term) {
  const word = term.toLowerCase();
  if (word.length < 5) return word;
  return word
    .replace(/ies$/, "y")
    .replace(/(?:ations?|ating|ated|ates?)$/, "at")
    .replace(/(?<=.{3})(?:ings?|ed|es|s|e)$/, "");
}

/** Words of a text; a name like `RateLimitError` is found whole and by its parts. */
const tokenize = (text) =>
  text.split(/[^\p{L}\p{N}@]+/u).flatMap((word) => {
    const parts = word.split(/(?<=[a-z\d])(?=[A-Z])/);
    return parts.length > 1 ? [word, ...parts] : [word];
  });

const settings = { tokenize, processTerm: (term) => stem(term) || null };
const { pages, symbols } = window.searchData;

const guides = new MiniSearch({
  ...settings,
  idField: "url",
  fields: ["title", "finds", "description", "headings", "text"],
});
guides.addAll(
  pages.map(({ sections, text, finds = "", ...page }) => ({
    ...page,
    finds,
    headings: sections.map(([, heading]) => heading).join(" "),
    text: [text, ...sections.map(([, , words]) => words)].join(" "),
  })),
);
const parts = new MiniSearch({ ...settings, fields: ["heading", "text"], storeFields: ["page", "heading"] });
parts.addAll(
  pages.flatMap(({ url, sections }) =>
    sections.map(([id, heading, text]) => ({ id: `${url}#${id}`, page: url, heading, text })),
  ),
);
const names = new MiniSearch({
  ...settings,
  idField: "id",
  fields: ["name", "text"],
  storeFields: ["level"],
});
names.addAll(symbols.map(([name, , , text, level], id) => ({ id, name, text, level })));

/** How much a page of a group is what somebody looks for who does not know it by name. */
const WEIGHTS = { Concepts: 0.8, Reference: 0.5, Decisions: 0.3, Contributing: 0.2 };
const byUrl = new Map(pages.map((page) => [page.url, page]));
const options = {
  prefix: (term) => term.length > 2,
  fuzzy: (term) => (term.length > 4 ? 0.2 : 0),
  combineWith: "AND",
};

function guideHits(query) {
  const found = guides.search(query, {
    ...options,
    boost: { title: 8, finds: 8, description: 4, headings: 3 },
    boostDocument: (url) => WEIGHTS[byUrl.get(url).group] ?? 1,
  });
  const sections = parts.search(query, { ...options, boost: { heading: 4 } });
  const words = tokenize(query).map(stem);
  return found.slice(0, 8).map(({ id }) => {
    const page = byUrl.get(id);
    const named = tokenize(page.title).map(stem);
    const whole = words.every((word) => named.some((name) => name.startsWith(word)));
    const section = whole ? undefined : sections.find((one) => one.page === id);
    return {
      url: section?.id ?? id,
      title: page.title,
      where: page.group,
      text: section ? section.heading : page.description,
    };
  });
}

function nameHits(query) {
  const found = names.search(query, { ...options, boost: { name: 6 } });
  const wanted = query.trim().toLowerCase();
  const exact = (id) =>
    symbols[id][0].toLowerCase() === wanted || symbols[id][0].toLowerCase().endsWith(`.${wanted}`);
  return found
    .sort((a, b) => a.level - b.level || Number(exact(b.id)) - Number(exact(a.id)) || b.score - a.score)
    .slice(0, 20)
    .map(({ id }) => {
      const [name, url, where, text] = symbols[id];
      return { url, title: name, where, text, code: true, exact: exact(id) };
    });
}

/** A query that is a name as code has it: `signAndSend`, `RateLimitError`, `faults.add`. */
const isName = (query) => /[a-z\d][A-Z]|\w\.\w/.test(query);

/** What is found, best first: guides, then exports, then members; a name that was written exactly comes before all. */
window.searchSite = (query) => {
  const texts = guideHits(query);
  const hits = nameHits(query);
  const first = isName(query) ? hits.filter(({ exact }) => exact) : [];
  return [...first, ...texts, ...hits.filter((hit) => !first.includes(hit))];
};
