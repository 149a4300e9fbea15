import DefaultTheme from "vitepress/theme-without-fonts";
import "./style.css";

// VitePress looks for a default export.
export default DefaultTheme;
