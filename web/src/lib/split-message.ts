type MessageToken = string | [argument: string];

const ARGUMENT = /\{\s*(\w+)\s*\}/;

/** Splits a message at its plain arguments, as lingui wants it; the build has compiled plurals and selects. */
export function splitMessage(message: string): MessageToken[] {
  return message.split(ARGUMENT).map((part, index) => (index % 2 === 0 ? part : [part]));
}
