import { formatter } from "@lingui/format-po";

// Messages are English sentences, used as their own ids: the code is the English catalogue, and
// src/locales/en.po is what translators start from. It names no lines, so that moving code leaves it alone.
export default {
  locales: ["en"],
  sourceLocale: "en",
  catalogs: [
    {
      path: "<rootDir>/src/locales/{locale}",
      include: ["<rootDir>/src"],
      exclude: ["**/*.test.*", "<rootDir>/src/testing/**"],
    },
  ],
  format: formatter({ origins: false, lineNumbers: false }),
  orderBy: "messageId",
};
