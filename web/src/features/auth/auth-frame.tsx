import type { ReactNode } from "react";

type AuthFrameProps = {
  title: string;
  intro?: ReactNode;
  children?: ReactNode;
  /** Alternative links at the bottom. */
  footer?: ReactNode;
};

/** The card of this area: title, introduction, content and alternatives. */
export function AuthFrame({ title, intro, children, footer }: AuthFrameProps) {
  return (
    <>
      <h1 className="font-semibold text-28 tracking-tight">{title}</h1>
      {intro && <div className="mt-2 text-pretty text-14 text-ink-2">{intro}</div>}
      {children && <div className="mt-6 flex flex-col gap-5">{children}</div>}
      {footer && (
        <div className="mt-8 flex flex-col gap-2 border-line border-t pt-6 text-14 text-ink-2">{footer}</div>
      )}
    </>
  );
}
