import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { buildOutputs } from "./tools/build-outputs.ts";

export default defineConfig({
  plugins: [react(), tailwindcss(), buildOutputs()],
  resolve: { alias: { "@": new URL("./src", import.meta.url).pathname } },
  build: {
    target: "es2023",
    // Inlined data: urls and the preload polyfill would need holes in the content-security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few files for the first load, and a framework file that stays cached from one deployment to the next.
          groups: [
            { name: "framework", test: /node_modules/, tags: ["$initial"] },
            { name: "shell", tags: ["$initial"] },
            // The menu of the signed-in brings the query library; visitors never load it.
            { name: "frame", test: /src[\\/]layouts[\\/](?!\w+-layout\.|account-menu|operator)/ },
            // Single files would each cost a request and a name. What comes first takes what it needs along.
            { name: "queries", test: /node_modules[\\/].*query|src[\\/](api|session)[\\/]/ },
            { name: "forms", test: /node_modules[\\/].*(valibot|hook-?form)/ },
            { name: "controls", test: /src[\\/](design|lib)[\\/]|@base-ui/, minShareCount: 5 },
            { name: "operator", test: /src[\\/](pages|features|layouts)[\\/]operator/ },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": "http://127.0.0.1:8000", "/builds": "http://127.0.0.1:8000" } },
  test: {
    restoreMocks: true,
    // By default one core stays idle, which of two is half of the machine.
    maxWorkers: "100%",
    unstubGlobals: true,
    // A busy machine may take long over a page; a test that hangs still ends.
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      // Pure helpers need no document, which is most of what a test file costs.
      { extends: true, test: { name: "pure", environment: "node", include: ["src/lib/**/*.test.ts"] } },
      {
        extends: true,
        test: {
          name: "page",
          environment: "jsdom",
          // A process for each file would load jsdom anew each time; a context of its own keeps files as well apart.
          pool: "vmThreads",
          include: ["src/**/*.test.{ts,tsx}"],
          exclude: ["src/lib/**"],
          setupFiles: ["src/testing/setup.ts"],
        },
      },
    ],
  },
});
