/** A link that leaves the page as it is, such as a form that is half filled in. */
export function NewTabLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener"
      className="text-accent underline underline-offset-4 hover:text-ink"
    >
      {children}
    </a>
  );
}
