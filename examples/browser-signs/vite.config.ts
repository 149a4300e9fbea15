import { defineConfig } from "vite";

// In development, the page's requests to its backend are forwarded to server.ts.
const backend = "http://127.0.0.1:3000";

export default defineConfig({
  server: { proxy: { "/api": backend, "/orders": backend } },
});
