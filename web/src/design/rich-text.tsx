import { Fragment, type ReactNode } from "react";

interface RichTextProps {
  /** A message with tags: "See the <link>policy</link>." */
  text: string;
  /** Renders the text inside each tag. */
  tags: Readonly<Record<string, (words: string) => ReactNode>>;
}

/** A message with links or emphasis, as one string so that translations can reorder them. */
export function RichText({ text, tags }: RichTextProps) {
  // Every third part is a tag name, followed by its text.
  const parts = text.split(/<(\w+)>(.*?)<\/\1>/);
  return parts.map((part, index) => {
    if (index % 3 === 1) return null;
    const tag = index % 3 === 2 ? tags[parts[index - 1] ?? ""] : undefined;
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one message never change places.
    return <Fragment key={index}>{tag ? tag(part) : part}</Fragment>;
  });
}
