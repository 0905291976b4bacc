// Messages are English sentences, used as their own ids: the code is the English catalogue, and
// src/locales/en.po is what translators start from.
export default {
  locales: ["en"],
  sourceLocale: "en",
  catalogs: [{ path: "<rootDir>/src/locales/{locale}", include: ["<rootDir>/src"] }],
  orderBy: "messageId",
};
