import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";

export const CALL = /\bi18n\._\(\s*("(?:[^"\\]|\\.)*")/g;
/** Plurals, selects, formats and quoted braces; the start of the app fills plain arguments in by itself. */
export const SYNTAX = /\{[^{}]*,|'[{}']/;

/** Compiles the ICU messages in the code when it is built: no compiler runs in the browser. */
export function compileMessages(): Plugin {
  return {
    name: "clearwater-compile-messages",
    enforce: "pre",
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: "i18n._(" },
      handler: (code) => ({ code: code.replaceAll(CALL, compileCall), map: null }),
    },
  };
}

function compileCall(call: string, literal: string): string {
  const text: string = JSON.parse(literal);
  if (!SYNTAX.test(text)) return call;
  return call.replace(literal, () => JSON.stringify({ id: text, message: compileMessage(text) }));
}
