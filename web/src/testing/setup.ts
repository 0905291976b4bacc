import "./browser-globals";
import "@testing-library/jest-dom/vitest";
import { i18n } from "@lingui/core";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";
import { clearInOtherTab } from "./browser-storage";

i18n.loadAndActivate({ locale: "en", messages: {} });

// Lazily loaded parts may be slow on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

afterEach(() => {
  cleanup();
  clearInOtherTab();
});
