import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { Button, buttonClass } from "@/design/button";
import { Icon } from "@/design/icon";
import { formatDateTime } from "@/lib/dates";
import { formatRate } from "@/lib/format-number";
import type { EarnPosition, EarnProduct } from "./api";
import { TermsRow } from "./terms-row";
import { kindText, money } from "./texts";

interface SubscriptionDoneProps {
  product: EarnProduct;
  position: EarnPosition;
  onClose: () => void;
}

export function SubscriptionDone({ product, position, onClose }: SubscriptionDoneProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  const { amount, coin, apr, matures_at, next_payout_at, auto_renew } = position;
  return (
    <section className="flex flex-col gap-5">
      <div className="flex flex-col items-center gap-3 text-center">
        <Icon name="circle-check" size={40} className="text-success" />
        <h3 ref={heading} tabIndex={-1} className="font-semibold text-16 text-ink outline-none wrap-anywhere">
          {i18n._("{amount} subscribed", { amount: money(amount, coin) })}
        </h3>
      </div>
      <dl className="flex flex-col gap-2 text-14">
        <TermsRow label={i18n._("Product")}>{kindText(product)}</TermsRow>
        <TermsRow label={i18n._("APR")}>{formatRate(apr)}</TermsRow>
        {matures_at !== null && <TermsRow label={i18n._("Matures")}>{formatDateTime(matures_at)}</TermsRow>}
        {matures_at === null && next_payout_at !== null && (
          <TermsRow label={i18n._("First payout")}>{formatDateTime(next_payout_at)}</TermsRow>
        )}
        {matures_at !== null && (
          <TermsRow label={i18n._("Renew automatically")}>
            {auto_renew ? i18n._("On") : i18n._("Off")}
          </TermsRow>
        )}
      </dl>
      <div className="flex flex-wrap gap-3">
        <Link to="/personal/earn" className={`${buttonClass({ severity: "secondary", size: "large" })} grow`}>
          {i18n._("See your positions")}
        </Link>
        <Button size="large" className="grow" onClick={onClose}>
          {i18n._("Done")}
        </Button>
      </div>
    </section>
  );
}
