import { i18n } from "@lingui/core";
import { classNames } from "@/lib/class-names";
import { lengthOf } from "./model";

/** The length of a text and its maximum. */
export function Counter({ text, most }: { text: string; most: number }) {
  const length = lengthOf(text);
  return (
    <span className={classNames("tabular-nums", length > most && "text-error")}>
      <span aria-hidden="true">{`${length} / ${most}`}</span>
      <span className="sr-only">{i18n._("{length} of {most} characters", { length, most })}</span>
    </span>
  );
}
