/** Shows the type of a name in a sample while the pointer is on it. */
export function showTypesOnHover() {
  const box = document.createElement("div");
  box.className = "type-on-hover";
  box.role = "tooltip";
  box.hidden = true;
  document.body.append(box);
  document.addEventListener("scroll", () => (box.hidden = true), true);
  document.addEventListener("mouseover", ({ target }) => {
    const name = target.closest("data-lsp");
    box.hidden = name === null;
    if (name === null) return;
    box.textContent = name.getAttribute("lsp");
    const { left, top, bottom } = name.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = box;
    box.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
    box.style.top = `${bottom + height > innerHeight ? top - height : bottom}px`;
  });
}
