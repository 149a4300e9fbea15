// Runs on every page of the site: the menu of small screens, light and dark, copying, the contents, and search.
const root = document.documentElement;
const base = root.dataset.base ?? "";
const $ = (selector, from = document) => from.querySelector(selector);
const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];

const menu = $(".menu");
menu.addEventListener("click", () => {
  const open = $("#sidebar").classList.toggle("open");
  menu.setAttribute("aria-expanded", String(open));
});
$("#sidebar [aria-current]")?.scrollIntoView({ block: "center" });
scrollTo({ top: location.hash ? scrollY : 0 });

$(".theme").addEventListener("click", () => {
  const dark =
    root.dataset.theme === "dark" ||
    (root.dataset.theme === "os" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = dark ? "light" : "dark";
  try {
    localStorage.setItem("theme", root.dataset.theme);
  } catch {
    // A page without storage keeps the choice while it is open.
  }
});

for (const button of $$("pre > button")) {
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText($("code", button.parentElement).innerText.trimEnd());
    button.textContent = "Copied";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 1500);
  });
}

const entries = $$(".contents a").map((link) => [
  link,
  document.getElementById(decodeURIComponent(link.hash.slice(1))),
]);
if (entries.length > 0) {
  const mark = () => {
    const passed = entries.filter(([, heading]) => heading && heading.getBoundingClientRect().top < 120);
    const [now] = passed.at(-1) ?? entries[0];
    for (const [link] of entries) link.classList.toggle("now", link === now);
  };
  addEventListener("scroll", mark, { passive: true });
  mark();
}

let loading;
const load = () => {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${base}assets/search.js`;
    script.onload = resolve;
    script.onerror = reject;
    document.head.append(script);
  });
  return loading;
};

function hit({ url, title, text, where, code }) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = base + url;
  const name = document.createElement(code ? "code" : "strong");
  name.textContent = title;
  const place = document.createElement("span");
  place.className = "where";
  place.textContent = where ?? "";
  const line = document.createElement("small");
  line.textContent = text ?? "";
  link.append(place, name, line);
  item.append(link);
  return item;
}

const dialog = document.createElement("dialog");
dialog.setAttribute("aria-label", "Search");
dialog.innerHTML =
  '<input type="search" placeholder="Search guides and reference" aria-label="Search" autocomplete="off" spellcheck="false"><ol></ol><p hidden>Nothing is found.</p>';
document.body.append(dialog);
const input = $("input", dialog);
const list = $("ol", dialog);
let chosen = 0;

function choose(index) {
  const links = $$("a", list);
  chosen = Math.max(0, Math.min(index, links.length - 1));
  links.forEach((link, at) => {
    link.setAttribute("aria-selected", String(at === chosen));
  });
  links[chosen]?.scrollIntoView({ block: "nearest" });
}
input.addEventListener("input", async () => {
  await load();
  const query = input.value.trim();
  const found = query ? window.searchSite(query) : [];
  list.replaceChildren(...found.map(hit));
  $("p", dialog).hidden = query === "" || found.length > 0;
  dialog.dataset.query = query;
  choose(0);
});
input.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    choose(chosen + (event.key === "ArrowDown" ? 1 : -1));
  }
  if (event.key === "Enter") $$("a", list)[chosen]?.click();
});
dialog.addEventListener("click", (event) => {
  if (event.target === dialog || event.target.closest("a")) dialog.close();
});
const open = () => {
  load();
  dialog.showModal();
  input.select();
};
$("button.search").addEventListener("click", open);
addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
  if ((event.key === "/" && !typing) || (event.key === "k" && (event.ctrlKey || event.metaKey))) {
    event.preventDefault();
    if (!dialog.open) open();
  }
});
