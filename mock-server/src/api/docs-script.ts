/**
 * Sends the calls of the page at `/docs`, and puts identifiers of an answer where other calls ask for them. It runs in a
 * browser; answers are shown as text, never as HTML.
 */
export const DOCS_SCRIPT = `
const given = ({ dataset, value }) =>
  ["integer", "number", "boolean", "array", "object"].includes(dataset.type) ? JSON.parse(value) : value;

function requestOf(form) {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  const body = {};
  for (const input of form.querySelectorAll("[data-in]")) {
    if (input.value === "") continue;
    const { name, dataset } = input;
    if (dataset.in === "path") path = path.replace("{" + name + "}", encodeURIComponent(input.value));
    else if (dataset.in === "query") query.set(name, input.value);
    else body[name] = given(input);
  }
  const search = query.size > 0 ? "?" + query : "";
  const headers = { Authorization: "Bearer " + document.getElementById("key").value.trim() };
  const init = { method: form.dataset.method, headers };
  if (form.dataset.body) {
    headers["Content-Type"] = "application/json";
    init.body = JSON.stringify(body);
  }
  return [location.pathname.replace(/docs\\/?$/, "v1") + path + search, init];
}

function remember(answer) {
  for (const name of ["intentId", "keyId", "walletAddress"])
    if (typeof answer?.[name] === "string")
      for (const input of document.getElementsByName(name)) input.value = answer[name];
}

async function send(form) {
  const out = form.querySelector("output");
  try {
    const [path, init] = requestOf(form);
    const response = await fetch(path, init);
    const text = await response.text();
    const left = response.headers.get("X-RateLimit-Remaining");
    let shown = text;
    try {
      const answer = JSON.parse(text);
      // Integers beyond 2^53 would be rounded by writing them anew.
      shown = /[:,[]\\s*\\d{16}/.test(text) ? text : JSON.stringify(answer, null, 2);
      if (response.ok) remember(answer);
    } catch {}
    out.textContent = response.status + (left === null ? "" : ", " + left + " requests left") + "\\n" + shown;
  } catch (error) {
    out.textContent = "Not sent: " + error.message;
  }
  out.hidden = false;
}

for (const form of document.forms)
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form);
  });
`;
