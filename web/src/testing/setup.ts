import "./browser-globals";
import "@testing-library/jest-dom/vitest";
import "./locale";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";
import { clearInOtherTab } from "./browser-storage";

// Lazily loaded parts may be slow on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

afterEach(() => {
  cleanup();
  clearInOtherTab();
});
