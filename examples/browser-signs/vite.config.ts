import { defineConfig } from "vite";

// While developing, what the page asks of its backend goes to server.ts.
const backend = "http://127.0.0.1:3000";

export default defineConfig({ server: { proxy: { "/api": backend, "/orders": backend } } });
