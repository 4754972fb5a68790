import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** Where `npm run dev` finds the table's server. */
const server = process.env["GROGNARD_TABLE"] ?? "http://127.0.0.1:1943";

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  base: "/",
  build: {
    outDir: "../grognard/table/client",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    sourcemap: false,
    chunkSizeWarningLimit: 1000,
    // The symbols are most of the client and never change with it.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "milsymbol", test: /milsymbol/ }] } } },
  },
  server: {
    host: "127.0.0.1",
    proxy: { "/api": { target: server, ws: true } },
  },
  // Svelte has a server and a browser build; the tests mount components, so they need the latter.
  ...(mode === "test" ? { resolve: { conditions: ["browser"] } } : {}),
  test: {
    environment: "happy-dom",
    include: ["tests/**/*.test.ts", "src/board/**/*.test.ts"],
  },
}));
