import { i18n } from "@lingui/core";
import { type ComponentProps, type KeyboardEvent, useId, useLayoutEffect, useRef } from "react";
import { classNames } from "@/lib/class-names";
import { type AmountNotice, steppedAmount } from "./amount-text";
import { CONTROL_INPUT_CLASS, type ControlSize, controlFrameClass } from "./control-class";
import { useFieldControl } from "./field-context";
import { Icon } from "./icon";
import { mergeRefs } from "./merge-refs";
import { useAmountDraft } from "./use-amount-draft";

type NativeProps = Omit<
  ComponentProps<"input">,
  "value" | "defaultValue" | "onChange" | "size" | "max" | "step"
>;

interface AmountInputProps extends NativeProps {
  /** A plain decimal such as "1234.5", or "" for none. */
  value: string;
  onValueChange: (value: string) => void;
  /** The decimals of the coin or market. */
  decimals: number;
  coin?: string | undefined;
  /** Shows a "Max" button that fills this in. */
  max?: string | undefined;
  /** The step of the arrow keys; ten times as much with Shift. */
  step?: string | undefined;
  size?: ControlSize | undefined;
}

/** Spacing of the parts of a field, by size. */
const PARTS = {
  roomy: {
    alone: "",
    beforeCoin: "pe-2",
    coin: "text-13",
    coinAlone: "pe-3",
    coinBeforeMax: "pe-1",
    max: "me-1.5 px-1.5",
  },
  close: {
    alone: "ps-1 pe-2",
    beforeCoin: "ps-1 pe-1",
    coin: "text-12",
    coinAlone: "pe-2",
    coinBeforeMax: "pe-0.5",
    max: "me-0.5 px-1",
  },
};

/** What fits the narrowest field of a trading screen. Phones have more room, and zoom in on small text. */
const MAX_LARGE_CHARACTERS = 12;

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
  const isSmall = size === "small";
  const parts = isSmall ? PARTS.close : PARTS.roomy;
  const coinId = useId();
  const noticeId = useId();
  const inputRef = useRef<HTMLInputElement | null>(null);
  const { draft, text, notice, write, settle, change, paste } = useAmountDraft(
    value,
    decimals,
    onValueChange,
  );

  // Setting an input's value moves the caret to the end, so restore it.
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
    <div className={classNames("min-w-0", className)}>
      <div className={controlFrameClass(size)}>
        <input
          autoComplete="off"
          inputMode={decimals === 0 ? "numeric" : "decimal"}
          placeholder="0"
          {...native}
          {...wiring}
          aria-describedby={
            classNames(coin && coinId, wiring["aria-describedby"], notice && noticeId) || undefined
          }
          ref={mergeRefs(inputRef, ref)}
          type="text"
          value={text}
          onChange={change}
          onPaste={paste}
          onKeyDown={stepByKey}
          onBlur={(event) => {
            settle();
            native.onBlur?.(event);
          }}
          className={classNames(
            CONTROL_INPUT_CLASS,
            "text-end",
            coin ? parts.beforeCoin : parts.alone,
            isSmall && "text-ellipsis",
            isSmall && text.length > MAX_LARGE_CHARACTERS && "tracking-tight pointer-fine:text-12",
          )}
        />
        {coin && (
          <span
            id={coinId}
            className={classNames(
              "shrink-0 text-ink-2",
              parts.coin,
              max === undefined ? parts.coinAlone : parts.coinBeforeMax,
            )}
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
            className={classNames(
              "h-6 shrink-0 rounded-control text-12 font-semibold text-accent hover:bg-raised",
              parts.max,
            )}
          >
            {i18n._("Max")}
          </button>
        )}
      </div>
      <AmountNoticeText id={noticeId} notice={notice} amount={value} decimals={decimals} />
    </div>
  );
}

interface AmountNoticeTextProps {
  id: string;
  notice: AmountNotice | null;
  amount: string;
  decimals: number;
}

/** Explains below the field why input was rejected, so that a wrong amount does not go unnoticed. */
function AmountNoticeText({ id, notice, amount, decimals }: AmountNoticeTextProps) {
  return (
    // The live region must exist before its text, or screen readers miss the first notice.
    <div id={id} aria-live="polite" className="text-12 text-warn">
      {notice && (
        <span className="mt-1.5 flex items-start gap-1.5">
          <Icon name="info" size={14} className="mt-px" />
          <span className="min-w-0 wrap-break-word">{describe(notice, amount, decimals)}</span>
        </span>
      )}
    </div>
  );
}

function describe(notice: AmountNotice, amount: string, decimals: number): string {
  switch (notice) {
    case "second-mark":
      return i18n._("Use one decimal point and no thousands separators.");
    case "too-fine":
      return decimals === 0
        ? i18n._("Use whole amounts only, without thousands separators.")
        : i18n._("Use at most {decimals, plural, one {# decimal} other {# decimals}}.", { decimals });
    case "ambiguous":
      return i18n._("This comma is ambiguous. Use a point for decimals.");
    case "no-amount":
      return i18n._("Enter a single amount.");
    case "regrouped":
      return i18n._("Read as {amount}.", { amount });
  }
}
