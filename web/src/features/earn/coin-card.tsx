import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import { Badge } from "@/design/badge";
import { Button } from "@/design/button";
import { CoinIcon } from "@/design/coin-icon";
import { LevelNote } from "@/design/level-note";
import { Progress } from "@/design/progress";
import { formatDateTime } from "@/lib/dates";
import { isZero } from "@/lib/decimal";
import { formatRate } from "@/lib/format-number";
import { type RequiredLevel, useRequiredLevels } from "@/session/required-level";
import type { EarnProduct } from "./api";
import { type CoinProducts, closedReason, quotaShare } from "./product-filter";
import { requiredRank } from "./required-rank";
import { daysText, kindName, money, productName } from "./texts";

interface CoinCardProps {
  group: CoinProducts;
  /** Undefined for visitors, and for coins that the client does not have. */
  available: string | undefined;
  onSubscribe: (product: EarnProduct) => void;
}

/** All products of a coin. */
export function CoinCard({ group, available, onSubscribe }: CoinCardProps) {
  const { coin, name, icon, products } = group;
  const levelOf = useRequiredLevels();
  return (
    <section aria-label={coin} className="@container rounded-card border border-line bg-deep">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
        <CoinIcon symbol={coin} icon={icon} size={28} />
        <h3 className="font-semibold text-16">
          {coin} <span className="font-normal text-13 text-ink-2">{name}</span>
        </h3>
        {available !== undefined && !isZero(available) && (
          <p className="ms-auto text-13 text-ink-2 tabular-nums">
            {i18n._("Available: {amount}", { amount: money(available, coin) })}
          </p>
        )}
      </header>
      <ul>
        {products.map((product) => (
          <li key={product.id} className="border-line border-t">
            <ProductRow
              product={product}
              level={levelOf(requiredRank(product))}
              onSubscribe={() => onSubscribe(product)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ProductRowProps {
  product: EarnProduct;
  level: RequiredLevel;
  onSubscribe: () => void;
}

function ProductRow({ product, level, onSubscribe }: ProductRowProps) {
  const { coin, apr, next_apr, min, term_days, source_of_yield, my } = product;
  return (
    <div className="grid items-center gap-x-6 gap-y-4 p-4 @3xl:grid-cols-[8rem_minmax(0,1fr)_14rem_8rem]">
      <div>
        <p className="font-semibold text-28 text-ink leading-tight tabular-nums">{formatRate(apr)}</p>
        <p className="text-13 text-ink-2">{i18n._("APR")}</p>
        {next_apr && (
          <p className="mt-1 text-12 text-warn">
            {i18n._("{rate} from {time}", {
              rate: formatRate(next_apr.apr),
              time: formatDateTime(next_apr.from),
            })}
          </p>
        )}
      </div>
      <div className="min-w-0">
        <dl className="flex flex-wrap items-center gap-x-6 gap-y-2 text-14">
          <Fact label={i18n._("Kind")}>
            <Badge severity={product.kind === "locked" ? "info" : "success"}>{kindName(product.kind)}</Badge>
          </Fact>
          <Fact label={i18n._("Term")}>
            {term_days === null ? i18n._("Redeem anytime") : daysText(term_days)}
          </Fact>
          <Fact label={i18n._("Minimum")}>{money(min, coin)}</Fact>
          {my && !isZero(my.amount) && <Fact label={i18n._("Yours")}>{money(my.amount, coin)}</Fact>}
        </dl>
        <div className="mt-2">
          <LevelNote level={level.name} />
        </div>
        <p className="mt-1 text-13 text-ink-2 wrap-anywhere">
          <span className="text-ink-3">{i18n._("Source of yield:")}</span> {source_of_yield}
        </p>
      </div>
      <Quota product={product} />
      <SubscribeButton product={product} onSubscribe={onSubscribe} />
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-12 text-ink-3">{label}</dt>
      <dd className="mt-0.5 text-ink tabular-nums">{children}</dd>
    </div>
  );
}

function Quota({ product }: { product: EarnProduct }) {
  const share = quotaShare(product);
  return (
    <Progress
      label={i18n._("Quota left")}
      value={share}
      valueText={money(product.quota_left, product.coin)}
      tone={share < 0.1 ? "warn" : "accent"}
    />
  );
}

function SubscribeButton({ product, onSubscribe }: { product: EarnProduct; onSubscribe: () => void }) {
  const reason = closedReason(product);
  const label = {
    closed: i18n._("Closed"),
    full: i18n._("Sold out"),
    open: i18n._("Subscribe"),
  }[reason ?? "open"];
  return (
    <Button
      severity={reason === null ? "primary" : "secondary"}
      disabled={reason !== null}
      aria-label={`${label}: ${productName(product)}`}
      onClick={onSubscribe}
      className="@max-3xl:w-full"
    >
      {label}
    </Button>
  );
}
