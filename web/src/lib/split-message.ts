type MessageToken = string | [argument: string];

const ARGUMENT = /\{\s*(\w+)\s*\}/;

/**
 * Splits a message at its plain arguments into lingui tokens; plurals and selects are compiled by the build.
 */
export function splitMessage(message: string): MessageToken[] {
  return message.split(ARGUMENT).map((part, index) => (index % 2 === 0 ? part : [part]));
}
