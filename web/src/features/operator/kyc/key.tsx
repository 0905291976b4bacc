/** A key that does the same as the button it stands in; the button's own attributes tell those who listen. */
export function Key({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className="ml-2 hidden pointer-fine:inline">
      <kbd className="rounded-control border border-current px-1.5 font-mono text-12 opacity-70">
        {children}
      </kbd>
    </span>
  );
}
