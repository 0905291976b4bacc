import { type ReactNode, useEffect, useRef } from "react";

interface FocusedHeadingProps {
  id?: string;
  /** Focused again when this changes. */
  subject: string;
  children: ReactNode;
}

/**
 * The heading of a step that replaces another. It takes the focus, which the removed button would lose, so
 * that the step is announced and a second press of Enter does nothing.
 */
export function FocusedHeading({ id, subject, children }: FocusedHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new subject is a new step.
  useEffect(() => heading.current?.focus(), [subject]);
  return (
    <h3 ref={heading} id={id} tabIndex={-1} className="font-semibold text-16 outline-none wrap-anywhere">
      {children}
    </h3>
  );
}
