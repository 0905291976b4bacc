import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/design/button";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { ConsolePage } from "@/features/operator/console-page";
import { type Product, productsQuery } from "@/features/operator/earn/api";
import { NewProductDialog } from "@/features/operator/earn/new-product-dialog";
import { ProductDialog } from "@/features/operator/earn/product-dialog";
import { ProductTable } from "@/features/operator/earn/product-table";
import { EarnProposals } from "@/features/operator/earn/proposal-list";
import { TreasuryTable } from "@/features/operator/earn/treasury-table";
import { HouseTransferButton } from "@/features/operator/ledger/propose-button";
import { useMay } from "@/session/operator";

export function OperatorEarnPage() {
  const products = useQuery(productsQuery);
  const canChange = useMay()("products");
  const [edited, setEdited] = useState<Product | null>(null);
  const [isCreating, setCreating] = useState(false);
  return (
    <ConsolePage
      title={i18n._("Earn")}
      permission="ledger"
      description={i18n._("Products that pay interest, and the treasuries that pay it.")}
      actions={
        canChange && (
          <Button size="small" icon="plus" onClick={() => setCreating(true)}>
            {i18n._("Create product")}
          </Button>
        )
      }
    >
      <QueryView query={products} skeleton={<Skeleton shape="table" rows={4} columns={6} />}>
        {({ items, treasuries, max_apr }) => (
          <div className="flex flex-col gap-8">
            <EarnProposals products={items} />
            <section className="flex flex-col gap-3">
              <h2 className="font-semibold text-16">{i18n._("Products")}</h2>
              <ProductTable products={items} onEdit={canChange ? setEdited : null} />
            </section>
            <section className="flex flex-col gap-3">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <h2 className="font-semibold text-16">{i18n._("Treasuries")}</h2>
                <HouseTransferButton />
              </div>
              <TreasuryTable treasuries={treasuries} />
            </section>
            <ProductDialog product={edited} maxApr={max_apr} onClose={() => setEdited(null)} />
            <NewProductDialog maxApr={max_apr} isOpen={isCreating} onClose={() => setCreating(false)} />
          </div>
        )}
      </QueryView>
    </ConsolePage>
  );
}
