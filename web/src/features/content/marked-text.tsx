/** Text with the words that match a search. */
export function MarkedText({ html, className = "" }: { html: string; className?: string }) {
  return (
    <span
      className={`[&_mark]:rounded-[2px] [&_mark]:bg-accent/25 [&_mark]:text-ink ${className}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server escapes it and adds nothing but <mark>
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
