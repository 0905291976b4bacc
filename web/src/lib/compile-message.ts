/** What lingui's core interprets: plain texts, `[argument]` and `[argument, format, cases or style]`. */
type MessageToken =
  | string
  | [
      argument: string,
      format?: string,
      options?: string | Record<string, MessageToken[] | number | undefined>,
    ];

const COMPILED = new Map<string, MessageToken[]>();

/**
 * Compiles an ICU message for lingui: arguments, plurals, selects and simple formats.
 *
 * It stands in for lingui's own compiler, which is five times the size of the rest of lingui;
 * the tests hold the two against each other.
 */
export function compileMessage(message: string): MessageToken[] {
  let tokens = COMPILED.get(message);
  if (!tokens) {
    tokens = new MessageParser(message).parse(false);
    COMPILED.set(message, tokens);
  }
  return tokens;
}

class MessageParser {
  private position = 0;

  constructor(private readonly text: string) {}

  parse(isPlural: boolean): MessageToken[] {
    const tokens: MessageToken[] = [];
    let literal = "";
    const endLiteral = () => {
      if (literal) tokens.push(literal);
      literal = "";
    };
    while (this.position < this.text.length && this.text[this.position] !== "}") {
      const character = this.text[this.position];
      if (character === "{") {
        endLiteral();
        tokens.push(this.argument());
      } else if (character === "#" && isPlural) {
        endLiteral();
        tokens.push("#");
        this.position++;
      } else if (character === "'") {
        literal += this.quoted();
      } else {
        literal += character;
        this.position++;
      }
    }
    endLiteral();
    return tokens;
  }

  private argument(): MessageToken {
    this.position++;
    const name = this.word();
    if (this.skip("}")) return [name];
    this.skip(",");
    const format = this.word();
    if (this.skip("}")) return [name, format];
    this.skip(",");
    if (format === "plural" || format === "select" || format === "selectordinal") {
      return [name, format, this.cases(format !== "select")];
    }
    const style = this.word();
    this.skip("}");
    return [name, format, style];
  }

  private cases(isPlural: boolean): Record<string, MessageToken[] | number | undefined> {
    const cases: Record<string, MessageToken[] | number | undefined> = { offset: undefined };
    while (this.position < this.text.length && !this.skip("}")) {
      const key = this.word();
      if (key.startsWith("offset:")) {
        cases.offset = Number(key.slice("offset:".length));
        continue;
      }
      if (!this.skip("{")) throw new Error(`Malformed message: ${this.text}`);
      cases[key.replace(/^=/, "")] = this.parse(isPlural);
      this.skip("}");
    }
    return cases;
  }

  /** `''` is an apostrophe, `'{…'` a quoted text, and any other apostrophe is itself. */
  private quoted(): string {
    const rest = this.text.slice(this.position);
    const [whole = "", content] = /^''|^'([{}](?:[^']|'')*)'?/.exec(rest) ?? ["'", "'"];
    this.position += whole.length;
    return content === undefined ? "'" : content.replaceAll("''", "'");
  }

  private word(): string {
    const [space = "", word = ""] = /^\s*([^\s,{}]*)\s*/.exec(this.text.slice(this.position)) ?? [];
    this.position += space.length;
    return word;
  }

  private skip(character: string): boolean {
    const [space = ""] = /^\s*/.exec(this.text.slice(this.position)) ?? [];
    if (this.text[this.position + space.length] !== character) return false;
    this.position += space.length + 1;
    return true;
  }
}
