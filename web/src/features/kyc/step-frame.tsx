import { type ReactNode, useEffect, useRef } from "react";

interface StepFrameProps {
  title: string;
  description?: ReactNode;
  /** Moves the focus to the title, because the pressed button is gone. */
  focusTitle: boolean;
  children: ReactNode;
  actions: ReactNode;
}

export function StepFrame({ title, description, focusTitle, children, actions }: StepFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focusTitle) heading.current?.focus();
  }, [focusTitle]);

  return (
    <div className="flex flex-col gap-5">
      <div>
        <h2 ref={heading} tabIndex={-1} className="font-semibold text-20 text-ink outline-none">
          {title}
        </h2>
        {description && <p className="mt-1 max-w-prose text-14 text-ink-2">{description}</p>}
      </div>
      {children}
      <div className="flex flex-wrap items-center justify-between gap-2">{actions}</div>
    </div>
  );
}
