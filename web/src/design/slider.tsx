import { Slider as BaseSlider } from "@base-ui/react/slider";
import { classNames } from "@/lib/class-names";
import { useFieldGroup } from "./field-context";

interface SliderProps {
  value: number;
  onValueChange: (value: number) => void;
  /** Called on release, for work too expensive for every step. */
  onValueCommitted?: ((value: number) => void) | undefined;
  min?: number;
  max?: number;
  step?: number;
  /** Shows quarters as dots on the track and as labels below that can be clicked. */
  marks?: boolean;
  /** Formats a value for the marks and screen readers; percent by default. */
  format?: (value: number) => string;
  "aria-label"?: string | undefined;
  name?: string | undefined;
  disabled?: boolean | undefined;
  className?: string | undefined;
}

const QUARTERS = [0, 0.25, 0.5, 0.75, 1];

const asPercent = (value: number) => `${value}%`;

export function Slider(props: SliderProps) {
  const { value, onValueChange, min = 0, max = 100, step = 1, marks = false, format = asPercent } = props;
  const { isInvalid, ...naming } = useFieldGroup(props["aria-label"]);
  return (
    <BaseSlider.Root
      value={value}
      min={min}
      max={max}
      step={step}
      largeStep={step * 10}
      name={props.name}
      disabled={props.disabled}
      onValueChange={(next) => onValueChange(next)}
      onValueCommitted={(next) => props.onValueCommitted?.(next)}
      className={classNames("px-2.5 data-disabled:opacity-45", props.className)}
    >
      <BaseSlider.Control className="flex h-8 touch-none select-none items-center data-disabled:cursor-not-allowed">
        <BaseSlider.Track className="relative h-1 w-full rounded-full bg-line-strong">
          <BaseSlider.Indicator className="rounded-full bg-accent" />
          {marks && <MarkDots reached={(value - min) / (max - min)} />}
          <BaseSlider.Thumb
            {...naming}
            aria-invalid={isInvalid || undefined}
            getAriaValueText={(_, current) => format(current)}
            className="size-5 rounded-full border-4 border-accent bg-abyss outline-offset-2 transition-[scale] hover:scale-110 has-focus-visible:outline-2 has-focus-visible:outline-accent data-disabled:hover:scale-100"
          />
        </BaseSlider.Track>
      </BaseSlider.Control>
      {marks && (
        <MarkFigures
          figures={QUARTERS.map((quarter) => min + quarter * (max - min))}
          format={format}
          disabled={props.disabled ?? false}
          onChoose={(next) => {
            onValueChange(next);
            props.onValueCommitted?.(next);
          }}
        />
      )}
    </BaseSlider.Root>
  );
}

function MarkDots({ reached }: { reached: number }) {
  return QUARTERS.map((quarter) => (
    <span
      key={quarter}
      className={classNames(
        "-translate-1/2 absolute top-1/2 size-2 rounded-full",
        quarter <= reached ? "bg-accent" : "bg-line-strong",
      )}
      style={{ left: `${quarter * 100}%` }}
    />
  ));
}

interface MarkFiguresProps {
  figures: number[];
  format: (value: number) => string;
  disabled: boolean;
  onChoose: (value: number) => void;
}

/** Shortcuts for pointers; keyboards have Home, End, Page Up and Page Down. */
function MarkFigures({ figures, format, disabled, onChoose }: MarkFiguresProps) {
  return (
    <div className="relative -mt-1 h-6">
      {figures.map((figure, index) => (
        <button
          key={figure}
          type="button"
          tabIndex={-1}
          disabled={disabled}
          onClick={() => onChoose(figure)}
          style={placeOf(index)}
          className={classNames(
            "absolute top-0 h-6 min-w-6 rounded-control text-12 text-ink-3 hover:text-ink disabled:cursor-not-allowed",
            index > 0 && index < QUARTERS.length - 1 && "-translate-x-1/2",
          )}
        >
          {format(figure)}
        </button>
      ))}
    </div>
  );
}

/** The outer labels stay within the slider's width, so that they never widen its container. */
function placeOf(index: number) {
  if (index === 0) return { left: "-0.625rem" };
  if (index === QUARTERS.length - 1) return { right: "-0.625rem" };
  return { left: `${(QUARTERS[index] ?? 0) * 100}%` };
}
