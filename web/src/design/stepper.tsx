import { i18n } from "@lingui/core";
import { classNames } from "@/lib/class-names";
import { Icon } from "./icon";

interface StepperProps {
  label: string;
  steps: readonly string[];
  /** The index of the current step; `steps.length` when all are done. */
  current: number;
  /** Called with the index of a completed step to go back to. */
  onSelect?: ((index: number) => void) | undefined;
}

export function Stepper({ label, steps, current, onSelect }: StepperProps) {
  return (
    <ol aria-label={label} className="flex items-start">
      {steps.map((step, index) => {
        const isDone = index < current;
        return (
          <li
            key={step}
            aria-current={index === current ? "step" : undefined}
            className={classNames(
              "relative flex min-w-0 flex-1 flex-col items-center px-1",
              index > 0 && "before:absolute before:top-3.5 before:start-[-50%] before:end-1/2 before:h-px",
              index <= current ? "before:bg-accent" : "before:bg-line-strong",
            )}
          >
            {isDone && onSelect ? (
              <button
                type="button"
                className="flex w-full flex-col items-center gap-2 rounded-control hover:underline"
                onClick={() => onSelect(index)}
              >
                <StepContent step={step} index={index} current={current} />
              </button>
            ) : (
              <div className="flex w-full flex-col items-center gap-2">
                <StepContent step={step} index={index} current={current} />
              </div>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function StepContent({ step, index, current }: { step: string; index: number; current: number }) {
  const isDone = index < current;
  return (
    <>
      <span
        className={classNames(
          "relative z-1 flex size-7 items-center justify-center rounded-full border font-semibold text-12",
          isDone && "border-accent bg-accent text-on-accent",
          index === current && "border-accent bg-abyss text-accent",
          index > current && "border-line-strong bg-abyss text-ink-3",
        )}
      >
        {isDone ? <Icon name="check" label={i18n._("Done")} /> : index + 1}
      </span>
      <span
        className={classNames(
          "max-w-full text-center text-12 wrap-anywhere sm:text-13",
          index === current ? "font-medium text-ink" : "text-ink-2 max-sm:sr-only",
        )}
      >
        {step}
      </span>
    </>
  );
}
