import "./browser-globals";
import * as matchers from "@testing-library/jest-dom/matchers";
// Only its types: it would load its parts again for each test file.
import type {} from "@testing-library/jest-dom/vitest";
import "./locale";
import { cleanup, configure, prettyDOM } from "@testing-library/react";
import { afterEach, expect, vi } from "vitest";
import { useWaitingToasts } from "@/design/toast";
import { clearInOtherTab } from "./browser-storage";
import { speedUpComputedStyle } from "./computed-style";

expect.extend(matchers);

// Lazily loaded parts may be slow on a busy machine.
const PATIENCE_MS = 20_000;
configure({ asyncUtilTimeout: PATIENCE_MS, getElementError: describeLater });
speedUpComputedStyle();
// It has no setting of its own, and gives up after a second.
const { waitFor } = vi;
vi.waitFor = (callback, options = PATIENCE_MS) => waitFor(callback, options);

afterEach(() => {
  cleanup();
  clearInOtherTab();
  // What a test did not wait for must not appear in the next one.
  useWaitingToasts.setState([], true);
});

/** An error that writes the document down only when somebody reads it: waiting makes many that nobody does. */
function describeLater(message: string | null, container: Element): Error {
  const error = new Error();
  error.name = "TestingLibraryElementError";
  let text: string | undefined;
  Object.defineProperty(error, "message", {
    configurable: true,
    get: () => {
      text ??= [message, prettyDOM(container)].filter(Boolean).join("\n\n");
      return text;
    },
    set: (next: string) => {
      text = next;
    },
  });
  return error;
}
