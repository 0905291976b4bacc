import {
  type ChangeEvent,
  type ClipboardEvent,
  type ComponentProps,
  type KeyboardEvent,
  type PointerEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { classNames } from "@/lib/class-names";
import { useFieldControl } from "./field-context";
import { mergeRefs } from "./merge-refs";

type NativeProps = Omit<ComponentProps<"input">, "value" | "defaultValue" | "onChange" | "type" | "size">;

interface CodeInputProps extends NativeProps {
  value: string;
  onValueChange: (code: string) => void;
  /** Called when the last missing digit was entered. */
  onComplete?: ((code: string) => void) | undefined;
  length?: number;
}

/** From `start` to `end`; equal for a caret between two digits or after the last. */
interface Selection {
  start: number;
  end: number;
}

const digitsOf = (text: string) => text.replace(/\D/g, "");

/** Selects the digit at an index, so that typing replaces it. */
const digitAt = (code: string, place: number): Selection => {
  const start = Math.max(0, Math.min(place, code.length));
  return { start, end: Math.min(start + 1, code.length) };
};

const covers = ({ start, end }: Selection, place: number, length: number) =>
  start === end ? place === Math.min(start, length - 1) : start <= place && place < end;

function useCode({ value, onValueChange, onComplete, length = 6 }: CodeInputProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  const [chosen, setSelection] = useState<Selection>({ start: value.length, end: value.length });
  // A form may clear the code after a wrong one, so clamp the selection.
  const selection = useMemo(
    () => ({ start: Math.min(chosen.start, value.length), end: Math.min(chosen.end, value.length) }),
    [chosen, value.length],
  );

  useLayoutEffect(() => {
    const input = inputRef.current;
    if (input && input === document.activeElement) input.setSelectionRange(selection.start, selection.end);
  }, [selection]);

  function write(text: string, next: (code: string) => Selection) {
    const code = digitsOf(text).slice(0, length);
    setSelection(next(code));
    if (code === value) return;
    onValueChange(code);
    if (code.length === length) onComplete?.(code);
  }

  function change(event: ChangeEvent<HTMLInputElement>) {
    const { value: text, selectionStart } = event.currentTarget;
    const caret = digitsOf(text.slice(0, selectionStart ?? text.length)).length;
    const isShorter = text.length < value.length;
    write(text, (code) => (isShorter ? { start: caret, end: caret } : digitAt(code, caret)));
  }

  function paste(event: ClipboardEvent<HTMLInputElement>) {
    event.preventDefault();
    const pasted = digitsOf(event.clipboardData.getData("text"));
    const { selectionStart, selectionEnd } = event.currentTarget;
    const before = pasted.length >= length ? "" : value.slice(0, selectionStart ?? 0);
    const after = pasted.length >= length ? "" : value.slice(selectionEnd ?? value.length);
    write(`${before}${pasted}${after}`, (code) => digitAt(code, before.length + pasted.length));
  }

  function moveByKey(event: KeyboardEvent<HTMLInputElement>) {
    const places: Record<string, number> = {
      ArrowLeft: selection.start - 1,
      ArrowRight: selection.start + 1,
      Home: 0,
      End: value.length,
    };
    const place = places[event.key];
    if (place === undefined || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setSelection(digitAt(value, place));
  }

  /** Follows the browser's selection: everything when entering with Tab, or what is dragged over. */
  function followSelection({ selectionStart, selectionEnd }: HTMLInputElement) {
    const start = selectionStart ?? 0;
    const end = selectionEnd ?? start;
    if (start !== selection.start || end !== selection.end) setSelection({ start, end });
  }

  return { inputRef, selection, setSelection, followSelection, change, paste, moveByKey };
}

/** A one-time code: a single input, so that it has one label, supports autofill and can be pasted into. */
export function CodeInput(props: CodeInputProps) {
  const { value, onValueChange, onComplete, length = 6, className, ref, ...native } = props;
  const wiring = useFieldControl(native);
  const [isFocused, setFocused] = useState(false);
  const { inputRef, selection, setSelection, followSelection, change, paste, moveByKey } = useCode(props);
  const places = Array.from({ length }, (_, place) => place);

  function choosePlace(event: PointerEvent<HTMLInputElement>) {
    const box = event.currentTarget.getBoundingClientRect();
    const place = Math.floor(((event.clientX - box.left) / box.width) * length);
    setSelection(digitAt(value, place));
  }

  return (
    <div
      className={classNames("relative w-full", native.disabled && "cursor-not-allowed opacity-45", className)}
      style={{ maxWidth: `${length * 3.25}rem` }}
    >
      <div aria-hidden="true" className="flex gap-2">
        {places.map((place) => (
          <CodeBox
            key={place}
            digit={value[place]}
            isActive={isFocused && covers(selection, place, length)}
            isInvalid={wiring["aria-invalid"] === true}
          />
        ))}
      </div>
      <input
        autoComplete="one-time-code"
        inputMode="numeric"
        pattern="[0-9]*"
        {...native}
        {...wiring}
        ref={mergeRefs(inputRef, ref)}
        type="text"
        value={value}
        onChange={change}
        onPaste={paste}
        onKeyDown={moveByKey}
        onPointerUp={choosePlace}
        onSelect={(event) => followSelection(event.currentTarget)}
        onFocus={(event) => {
          setFocused(true);
          native.onFocus?.(event);
        }}
        onBlur={(event) => {
          setFocused(false);
          native.onBlur?.(event);
        }}
        className="absolute inset-0 cursor-text bg-transparent text-16 text-transparent caret-transparent outline-none selection:bg-transparent disabled:cursor-not-allowed"
      />
    </div>
  );
}

function CodeBox({
  digit,
  isActive,
  isInvalid,
}: {
  digit: string | undefined;
  isActive: boolean;
  isInvalid: boolean;
}) {
  return (
    <span
      className={classNames(
        "flex h-13 min-w-0 flex-1 items-center justify-center rounded-control border bg-shelf font-mono text-20 text-ink transition-[border-color]",
        isInvalid ? "border-error" : isActive ? "border-accent" : "border-line-control",
        isActive && (isInvalid ? "outline-1 outline-error" : "outline-1 outline-accent"),
      )}
    >
      {digit ?? (isActive && <span className="h-6 w-px bg-accent motion-safe:animate-pulse" />)}
    </span>
  );
}
