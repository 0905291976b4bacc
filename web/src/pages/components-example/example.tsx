import { type ReactNode, useId } from "react";

interface ExampleProps {
  title: string;
  children: ReactNode;
}

/** One component in all its states, under its name. */
export function Example({ title, children }: ExampleProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="min-w-0">
      <h3 id={titleId} className="mb-3 font-medium text-14 text-ink-2">
        {title}
      </h3>
      {children}
    </section>
  );
}

/** As many columns as fit, for controls that fill their width. */
export function ControlsGrid({ children }: { children: ReactNode }) {
  return <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-2 xl:grid-cols-4">{children}</div>;
}
