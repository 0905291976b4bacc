import { Fragment, type ReactNode } from "react";

interface RichTextProps {
  /** A whole message with its tags in it: "See the <link>policy</link>." */
  text: string;
  /** What becomes of the words inside each tag. */
  tags: Readonly<Record<string, (words: string) => ReactNode>>;
}

/** A message with links or emphasis inside, kept in one piece so that a translation can move them. */
export function RichText({ text, tags }: RichTextProps) {
  // Every third part is the name of a tag, and the one after it holds its words.
  const parts = text.split(/<(\w+)>(.*?)<\/\1>/);
  return parts.map((part, index) => {
    if (index % 3 === 1) return null;
    const tag = index % 3 === 2 ? tags[parts[index - 1] ?? ""] : undefined;
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one message never change places.
    return <Fragment key={index}>{tag ? tag(part) : part}</Fragment>;
  });
}
