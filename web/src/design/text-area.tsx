import type { ComponentProps } from "react";
import { classNames } from "@/lib/class-names";
import { useFieldControl } from "./field-context";

export function TextArea({ className, rows = 4, ...native }: ComponentProps<"textarea">) {
  const wiring = useFieldControl(native);
  return (
    <textarea
      rows={rows}
      {...native}
      {...wiring}
      className={classNames(
        "block w-full min-w-0 resize-y rounded-control border border-line-control bg-shelf px-3 py-2.5 text-14 text-ink transition-[border-color] placeholder:text-ink-3 pointer-coarse:text-16",
        "not-disabled:hover:border-ink-3 focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0",
        "aria-invalid:border-error aria-invalid:outline-error disabled:cursor-not-allowed disabled:opacity-45",
        className,
      )}
    />
  );
}
