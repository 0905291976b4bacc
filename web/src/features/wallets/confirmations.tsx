import { i18n } from "@lingui/core";
import { classNames } from "@/lib/class-names";

interface ConfirmationsProps {
  confirmations: number;
  required: number;
}

/** More segments than this would be too thin to count. */
const MAX_SEGMENTS = 12;

/** How many blocks confirm a transaction, with a segment for each that is needed. */
export function Confirmations({ confirmations, required }: ConfirmationsProps) {
  const done = Math.min(confirmations, required);
  const text = i18n._("{done} of {required, plural, one {# confirmation} other {# confirmations}}", {
    done,
    required,
  });
  return (
    <span className="inline-flex min-w-36 flex-col gap-1.5 max-sm:min-w-0">
      <span className="text-13 text-ink tabular-nums">{text}</span>
      <span
        role="progressbar"
        aria-label={i18n._("Confirmations")}
        aria-valuemin={0}
        aria-valuemax={required}
        aria-valuenow={done}
        aria-valuetext={text}
        className="flex gap-1"
      >
        {required <= MAX_SEGMENTS ? (
          segments(required).map((segment) => (
            <span
              key={segment}
              className={classNames(
                "h-1.5 flex-1 rounded-full",
                segment < done ? "bg-accent" : "bg-line-strong",
              )}
            />
          ))
        ) : (
          <span className="h-1.5 flex-1 overflow-hidden rounded-full bg-line-strong">
            <span
              className="block h-full rounded-full bg-accent"
              style={{ width: `${Math.round((done / required) * 100)}%` }}
            />
          </span>
        )}
      </span>
    </span>
  );
}

function segments(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
