import { i18n } from "@lingui/core";
import {
  type ChangeEvent,
  type ClipboardEvent,
  type ComponentProps,
  type KeyboardEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { classNames } from "@/lib/class-names";
import { pastedAmount, plainAmount, steppedAmount, typedAmount } from "./amount-text";
import { CONTROL_INPUT_CLASS, type ControlSize, controlFrameClass } from "./control-class";
import { useFieldControl } from "./field-context";
import { mergeRefs } from "./merge-refs";

type NativeProps = Omit<
  ComponentProps<"input">,
  "value" | "defaultValue" | "onChange" | "size" | "max" | "step"
>;

interface AmountInputProps extends NativeProps {
  /** A plain decimal such as "1234.5", or "" for none. */
  value: string;
  onValueChange: (value: string) => void;
  /** How many decimals the coin or the market has. */
  decimals: number;
  coin?: string | undefined;
  /** Shows a "Max" button that fills this in. */
  max?: string | undefined;
  /** Arrow up and down move by this much, with Shift ten times as far. */
  step?: string | undefined;
  size?: ControlSize | undefined;
}

/** What is on screen while typing ("1.") can differ from the amount it stands for ("1"). */
interface Draft {
  text: string;
  caret: number | null;
}

/** What comes in one go (dictation, a drop, a form filler) is read like pasted text. */
function isOneKeystroke(event: Event): boolean {
  return (
    event instanceof InputEvent && event.inputType !== "insertFromDrop" && (event.data?.length ?? 0) <= 1
  );
}

function useDraft(value: string, decimals: number, onValueChange: (value: string) => void) {
  const [draft, setDraft] = useState<Draft>({ text: value, caret: null });
  // A value that came from outside (a slider, the order book) replaces what was typed.
  const text = plainAmount(draft.text) === value ? draft.text : value;

  function write(next: string, caret: number | null) {
    setDraft({ text: next, caret });
    const amount = plainAmount(next);
    if (amount !== value) onValueChange(amount);
  }

  function change(event: ChangeEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    const isTyped = isOneKeystroke(event.nativeEvent);
    const caret = input.selectionStart ?? input.value.length;
    const isDraft = isTyped || input.value === "";
    const next = isDraft ? typedAmount(input.value, decimals) : pastedAmount(input.value, decimals);
    if (next === null) setDraft({ text, caret: Math.max(0, caret - (input.value.length - text.length)) });
    else write(next, isTyped ? caret : null);
  }

  function paste(event: ClipboardEvent<HTMLInputElement>) {
    event.preventDefault();
    const input = event.currentTarget;
    const pasted = pastedAmount(event.clipboardData.getData("text"), decimals);
    if (pasted === null) return;
    const before = text.slice(0, input.selectionStart ?? 0);
    const after = text.slice(input.selectionEnd ?? text.length);
    const next = typedAmount(`${before}${pasted}${after}`, decimals);
    if (next !== null) write(next, before.length + pasted.length);
  }

  return { draft, text, write, change, paste };
}

export function AmountInput(props: AmountInputProps) {
  const {
    value,
    onValueChange,
    decimals,
    coin,
    max,
    step,
    size = "normal",
    className,
    ref,
    ...native
  } = props;
  const wiring = useFieldControl(native);
  const coinId = useId();
  const inputRef = useRef<HTMLInputElement | null>(null);
  const { draft, text, write, change, paste } = useDraft(value, decimals, onValueChange);

  // Rewriting the text of an input throws the caret to its end.
  useLayoutEffect(() => {
    if (draft.caret !== null) inputRef.current?.setSelectionRange(draft.caret, draft.caret);
  }, [draft]);

  function stepByKey(event: KeyboardEvent<HTMLInputElement>) {
    native.onKeyDown?.(event);
    if (step === undefined || native.readOnly || (event.key !== "ArrowUp" && event.key !== "ArrowDown"))
      return;
    event.preventDefault();
    const count = (event.key === "ArrowUp" ? 1 : -1) * (event.shiftKey ? 10 : 1);
    write(steppedAmount(value, step, count), null);
  }

  return (
    <div className={controlFrameClass(size, className)}>
      <input
        autoComplete="off"
        inputMode={decimals === 0 ? "numeric" : "decimal"}
        placeholder="0"
        {...native}
        {...wiring}
        aria-describedby={classNames(coin && coinId, wiring["aria-describedby"]) || undefined}
        ref={mergeRefs(inputRef, ref)}
        type="text"
        value={text}
        onChange={change}
        onPaste={paste}
        onKeyDown={stepByKey}
        onBlur={(event) => {
          write(value, null);
          native.onBlur?.(event);
        }}
        className={classNames(CONTROL_INPUT_CLASS, "text-right", coin && "pr-2")}
      />
      {coin && (
        <span
          id={coinId}
          className={classNames("shrink-0 text-13 text-ink-2", max === undefined ? "pr-3" : "pr-1")}
        >
          {coin}
        </span>
      )}
      {max !== undefined && (
        <button
          type="button"
          disabled={native.disabled}
          aria-label={i18n._("Max {amount}", { amount: classNames(max, coin) })}
          onClick={() => write(max, null)}
          className="mr-1.5 h-6 shrink-0 rounded-control px-1.5 text-12 font-semibold text-accent hover:bg-raised"
        >
          {i18n._("Max")}
        </button>
      )}
    </div>
  );
}
