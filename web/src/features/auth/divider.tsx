/** A line with a word in it, between two ways to do the same. */
export function Divider({ children }: { children: string }) {
  return (
    <div className="flex items-center gap-3 text-13 text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {children}
    </div>
  );
}
