import { i18n } from "@lingui/core";
import { type ReactNode, useId, useMemo } from "react";
import { classNames } from "@/lib/class-names";
import { FieldContext } from "./field-context";
import { Icon } from "./icon";

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** Replaces the hint and is announced when it appears. */
  error?: ReactNode;
  optional?: boolean | undefined;
  /** `group` for controls of several parts (radio group, file drop), which a label cannot reference. */
  kind?: "control" | "group";
  /** Shown at the end of the label's line, for example an available balance. */
  aside?: ReactNode;
  /** The label beside the control instead of above it, in dense layouts; keep it to a word or two. */
  isInline?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

const LABEL = "text-13 font-medium text-ink-2";
const STACKED_HEAD = "mb-1.5 flex min-h-5 items-baseline justify-between gap-3";
const INLINE = "grid grid-cols-[4.25rem_minmax(0,1fr)] items-center gap-x-1.5";
const INLINE_HEAD = "leading-4";

export function Field(props: FieldProps) {
  const { label, hint, error, optional = false, kind = "control", aside, isInline = false } = props;
  const id = useId();
  const controlId = `${id}control`;
  const labelId = `${id}label`;
  const messageId = `${id}message`;
  const isInvalid = Boolean(error);
  const describedBy = isInvalid || hint ? messageId : undefined;
  const context = useMemo(
    () => ({ controlId, labelId, describedBy, isInvalid }),
    [controlId, labelId, describedBy, isInvalid],
  );

  return (
    <div className={classNames("min-w-0", isInline && INLINE, props.className)}>
      <div className={isInline ? INLINE_HEAD : STACKED_HEAD}>
        <span className={classNames("flex min-w-0 items-baseline", isInline ? "flex-col" : "gap-2")}>
          {kind === "control" ? (
            <label id={labelId} htmlFor={controlId} className={LABEL}>
              {label}
            </label>
          ) : (
            <span id={labelId} className={LABEL}>
              {label}
            </span>
          )}
          {optional && <span className="text-12 text-ink-3">{i18n._("Optional")}</span>}
        </span>
        {aside && <span className="text-12 text-ink-3">{aside}</span>}
      </div>
      <FieldContext value={context}>{props.children}</FieldContext>
      <FieldMessage id={messageId} hint={hint} error={error} />
    </div>
  );
}

function FieldMessage({ id, hint, error }: { id: string; hint: ReactNode; error: ReactNode }) {
  return (
    <div id={id} className="col-span-full text-12">
      {/* The live region must exist before its text, or screen readers miss the first error. */}
      <div aria-live="polite" className="text-error">
        {error && (
          <span className="mt-1.5 flex items-start gap-1.5">
            <Icon name="circle-alert" size={14} className="mt-px" />
            <span className="min-w-0 wrap-break-word">{error}</span>
          </span>
        )}
      </div>
      {!error && hint && <div className="mt-1.5 text-ink-3 wrap-anywhere">{hint}</div>}
    </div>
  );
}
