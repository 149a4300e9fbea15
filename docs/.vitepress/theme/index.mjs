import DefaultTheme from "vitepress/theme-without-fonts";
import "./style.css";
import { showTypesOnHover } from "./types-on-hover.mjs";

// VitePress looks for a default export.
export default {
  extends: DefaultTheme,
  enhanceApp() {
    if (!import.meta.env.SSR) showTypesOnHover();
  },
};
