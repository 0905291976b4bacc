import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { Button, buttonClass } from "@/design/button";
import { Icon } from "@/design/icon";
import type { Conversion } from "./api";
import { convertedText, money } from "./convert-request";
import { rateText, TermsRow } from "./convert-terms";
import { FocusedHeading } from "./focused-heading";

interface ConversionDoneProps {
  conversion: Conversion;
  onAgain: () => void;
}

export function ConversionDone({ conversion, onAgain }: ConversionDoneProps) {
  const { from, to, from_amount, to_amount, rate, fee, fee_coin } = conversion;
  return (
    <section className="flex flex-col gap-5">
      <div className="flex flex-col items-center gap-3 text-center">
        <Icon name="circle-check" size={40} className="text-success" />
        <FocusedHeading subject={conversion.id}>
          {convertedText(money(from_amount, from), money(to_amount, to))}
        </FocusedHeading>
      </div>
      <dl className="flex flex-col gap-2 text-14">
        <TermsRow label={i18n._("Rate")}>{rateText("=", from, to, rate)}</TermsRow>
        <TermsRow label={i18n._("Fee")}>{money(fee, fee_coin)}</TermsRow>
      </dl>
      <div className="flex flex-wrap gap-3">
        <Link
          to="/personal/transactions"
          search={{ type: "convert" }}
          className={`${buttonClass({ severity: "secondary", size: "large" })} grow`}
        >
          {i18n._("See transactions")}
        </Link>
        <Button size="large" className="grow" onClick={onAgain}>
          {i18n._("Convert again")}
        </Button>
      </div>
    </section>
  );
}
