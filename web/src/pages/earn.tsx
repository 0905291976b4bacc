import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { EmptyState } from "@/design/empty-state";
import { PageLink } from "@/design/page-link";
import { PageSection } from "@/design/page-section";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { type EarnProduct, earnProductsQuery } from "@/features/earn/api";
import { Calculator } from "@/features/earn/calculator";
import { ProductList } from "@/features/earn/product-list";
import { requiredRank } from "@/features/earn/required-rank";
import { SubscribeDialog } from "@/features/earn/subscribe-dialog";
import { readTyped } from "@/features/earn/subscription-draft";
import { useCurrentClient } from "@/session/client";
import { useRequiredLevels } from "@/session/required-level";
import { useGate } from "@/session/restricted";
import { useIsSignedIn } from "@/session/session";

/** Products for everybody; the one to subscribe to is in the URL, so that it survives the sign-in. */
export function EarnPage() {
  const isSignedIn = useIsSignedIn();
  const client = useCurrentClient();
  // With what is the client's own in them: after the client, or the first subscription would load them again.
  const products = useQuery({ ...earnProductsQuery, enabled: !isSignedIn || client !== null });
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const gate = useGate();
  const levelOf = useRequiredLevels();

  function show(product: string | undefined) {
    void navigate({
      to: ".",
      search: ({ amount: _amount, renew: _renew, ...known }: Record<string, unknown>) => ({
        ...known,
        product,
      }),
      resetScroll: false,
      replace: true,
    });
  }

  function subscribe(product: EarnProduct) {
    const level = levelOf(requiredRank(product));
    if (level.isMissing) gate.refuse(level.key);
    else show(product.id);
  }

  return (
    <PageSection
      level={1}
      title={i18n._("Earn")}
      description={i18n._(
        "Earn interest on coins you aren’t trading. Each product names its rate and where the yield comes from.",
      )}
      actions={isSignedIn && <PageLink to="/personal/earn">{i18n._("Your positions")}</PageLink>}
    >
      <QueryView query={products} skeleton={<ProductsSkeleton />} empty={<NoProducts />}>
        {({ items }) => (
          <div className="flex flex-col gap-12">
            <section>
              <h2 className="sr-only">{i18n._("Products")}</h2>
              <ProductList products={items} onSubscribe={subscribe} />
            </section>
            <PageSection title={i18n._("Calculator")}>
              <Calculator products={items} />
            </PageSection>
            <SubscribeDialog
              product={items.find(({ id }) => id === search.product) ?? null}
              typed={readTyped(search)}
              onClose={() => show(undefined)}
            />
          </div>
        )}
      </QueryView>
    </PageSection>
  );
}

function ProductsSkeleton() {
  return (
    <div className="flex flex-col gap-5">
      <Skeleton shape="card" />
      <Skeleton shape="card" />
    </div>
  );
}

function NoProducts() {
  return (
    <div className="rounded-card border border-line bg-deep">
      <EmptyState icon="sprout" title={i18n._("No products yet")}>
        {i18n._("Flexible and locked products appear here, with their rates and terms.")}
      </EmptyState>
    </div>
  );
}
