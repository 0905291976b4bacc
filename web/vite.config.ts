import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { buildOutputs } from "./tools/build-outputs.ts";
import { compileCatalogues } from "./tools/compile-catalogues.ts";
import { compileMessages } from "./tools/compile-messages.ts";

/** The design and the helpers that need no library: without what floats, and without what few pages have. */
const PLAIN_PARTS =
  /src[\\/](lib[\\/](?!password|webauthn|identity|transaction)|design[\\/](?!code-input|combobox|confirm|dialog|filter|floating|list-table|menu|modal|option|password|popover|radio|select|table|toast|tooltip))/;

/** Those of them that the trading page shows before somebody has pressed anything. */
const TRADING_PARTS =
  /src[\\/](lib[\\/]dates|design[\\/](amount|badge|banner|checkbox|control-|empty-state|error-state|field|hidden-figure|icon-button|merge-refs|pair-status|query-view|severity|skeleton|spinner|switch|text-input|use-amount))/;

const FLOATING_PARTS =
  /@floating-ui|@base-ui[\\/](utils|react[\\/](?!combobox|dialog|popover|select|toast|tooltip))|src[\\/]design[\\/](menu|floating)/;

/** Bundled once for all tests: each test file has a context of its own, which would compile every file of them. */
const TEST_LIBRARIES = [
  "react",
  "react-dom",
  "react-dom/client",
  "react-dom/server",
  "react/jsx-runtime",
  "react/jsx-dev-runtime",
  "@base-ui/react/combobox",
  "@base-ui/react/csp-provider",
  "@base-ui/react/dialog",
  "@base-ui/react/menu",
  "@base-ui/react/popover",
  "@base-ui/react/select",
  "@base-ui/react/toast",
  "@base-ui/react/tooltip",
  "@hookform/resolvers/valibot",
  "@lingui/core",
  "@tanstack/react-query",
  "@tanstack/react-router",
  "@tanstack/react-virtual",
  "@testing-library/jest-dom/matchers",
  "@testing-library/react",
  "@testing-library/user-event",
  "axe-core",
  "react-hook-form",
  "valibot",
  "zustand",
];

export default defineConfig({
  plugins: [compileMessages(), compileCatalogues(), react(), tailwindcss(), buildOutputs()],
  resolve: {
    alias: {
      "@": new URL("./src", import.meta.url).pathname,
      // React has had the hook itself since version 18; the router's store still asks for the replacement.
      "use-sync-external-store/shim/with-selector": "use-sync-external-store/with-selector",
    },
  },
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
            {
              name: "frame",
              test: /src[\\/]layouts[\\/](?!\w+-layout\.|account-(menu|items)|footer|markets|navigation-list|operator|personal-nav|reading|site-footer)/,
            },
            {
              name: "landing",
              test: /src[\\/](pages[\\/]landing\.|layouts[\\/]landing-layout|features[\\/]landing[\\/](hero|lazy-bands|live-row|overview-feed|slot-states))/,
            },
            // It stands in the header of every page for the signed-in.
            { name: "avatar", test: /src[\\/](design[\\/]avatar|lib[\\/]initials)/ },
            // What shows a price, on the landing page and on most others; the controls beside it are ten times as large.
            {
              name: "figures",
              test: /src[\\/](design[\\/](change\.|coin-icon)|lib[\\/](change\.|decimal|format-(?!countdown)))/,
            },
            // The trading page shows none.
            { name: "sparkline", test: /src[\\/](design|lib)[\\/]sparkline/ },
            // Single files would each cost a request and a name. What comes first takes what it needs along.
            {
              name: "queries",
              test: /node_modules[\\/].*query(?!.*ueries)|src[\\/](api[\\/](?!csv|market|operator)|session[\\/](?!operator|pending|portfolio|step|stored|use-money))/,
            },
            // What every part of the trading page follows, and other pages with prices.
            {
              name: "live",
              test: /src[\\/](design[\\/](lazy-part|native-|slider|tab-row|table|use-debounced|use-hotkeys|use-media)|lib[\\/](backoff|key-handling|persisted-switch|tab-lock)|realtime[\\/](?!candles|depth|private|tape))/,
            },
            // Small parts of the charts and the orders: in files of their own they compress worse.
            {
              name: "market",
              test: /src[\\/](design[\\/]use-element|lib[\\/](interval-name|pair-figures)|features[\\/](book[\\/]connection-badge|orders[\\/](api|keys|load-part|one-click|open-orders|signed-in)\.|chart[\\/](candle-text|chart-texts|intervals|palette)|trading[\\/]last-pair))/,
            },
            // Large, and the same from one deployment to the next.
            { name: "socket", test: /node_modules[\\/].*(socket|engine)\.io/ },
            { name: "chart-library", test: /node_modules[\\/].*(lightweight-charts|fancy-canvas)/ },
            { name: "forms", test: /node_modules[\\/].*(valibot|hook-?form)/ },
            // What stands on nearly every page and needs no library; the trading page makes do with the first of them.
            { name: "parts", test: TRADING_PARTS, minShareCount: 5 },
            { name: "page-parts", test: PLAIN_PARTS, minShareCount: 4 },
            // The menu of the signed-in stands on every page and needs a third of the library.
            { name: "floating", test: FLOATING_PARTS, minShareCount: 2 },
            { name: "controls", test: /src[\\/](design|lib)[\\/]|@base-ui/, minShareCount: 5 },
            // What a few pages share; the console would otherwise keep it for itself.
            { name: "shared", test: /src[\\/](api|session|design|lib)[\\/]|uqr/, minShareCount: 2 },
            // Pages of one feature share parts of a few lines each, and need nearly all of them.
            { name: "auth-parts", test: /src[\\/]features[\\/]auth[\\/]/, minShareCount: 2 },
            {
              name: "order-parts",
              test: /src[\\/]features[\\/]orders[\\/](?!cancel-all|paged-order|trade-link|(fills|open-orders|order-history)-table)/,
              minShareCount: 2,
            },
            // The trading page asks for both together.
            {
              name: "open-orders",
              test: /src[\\/]features[\\/]orders[\\/](cancel-all-button|open-orders-table)/,
            },
            { name: "operator", test: /src[\\/](pages|features|layouts)[\\/]operator/ },
          ],
        },
      },
    },
  },
  server: {
    proxy: { "/api": "http://127.0.0.1:8000", "/builds": "http://127.0.0.1:8000" },
    // The catalogues of texts.
    fs: { allow: [".", "../locales"] },
  },
  test: {
    restoreMocks: true,
    // By default one core stays idle, which of two is half of the machine.
    maxWorkers: "100%",
    unstubGlobals: true,
    // A busy machine may take long over a page; a test that hangs still ends.
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    coverage: {
      provider: "v8",
      include: ["src/**/*.{ts,tsx}"],
      exclude: ["src/**/*.test.{ts,tsx}", "src/testing/**", "src/api/generated/**"],
      reporter: ["json-summary"],
    },
    projects: [
      // Pure helpers need no document, which is most of what a test file costs.
      {
        extends: true,
        test: {
          name: "pure",
          environment: "node",
          include: ["src/lib/**/*.test.ts"],
          setupFiles: ["src/testing/locale.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "page",
          environment: "jsdom",
          // A process for each file would load jsdom each time; a vm context isolates files as well.
          pool: "vmThreads",
          deps: { optimizer: { client: { enabled: true, include: TEST_LIBRARIES } } },
          include: ["src/**/*.test.{ts,tsx}"],
          exclude: ["src/lib/**/*.test.ts"],
          setupFiles: ["src/testing/setup.ts"],
        },
      },
    ],
  },
});
