import type { ReactNode } from "react";

interface DisplayExampleProps {
  title: string;
  children: ReactNode;
}

/** One component in its states, under its name. */
export function DisplayExample({ title, children }: DisplayExampleProps) {
  return (
    <section className="min-w-0">
      <h3 className="mb-3 font-medium text-14 text-ink-2">{title}</h3>
      {children}
    </section>
  );
}
