/** The shortcut key shown in a button; the button has aria-keyshortcuts for screen readers. */
export function Key({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className="ml-2 hidden pointer-fine:inline">
      <kbd className="rounded-control border border-current px-1.5 font-mono text-12 opacity-70">
        {children}
      </kbd>
    </span>
  );
}
