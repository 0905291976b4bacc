import { i18n } from "@lingui/core";
import type { AmountNotice } from "./amount-text";
import { Icon } from "./icon";

interface AmountNoticeTextProps {
  id: string;
  notice: AmountNotice | null;
  amount: string;
  decimals: number;
}

/** Says under the field why a key did nothing: an amount that is not the one meant must not pass unnoticed. */
export function AmountNoticeText({ id, notice, amount, decimals }: AmountNoticeTextProps) {
  return (
    // The live region must be there before its text is, or screen readers miss the first notice.
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
