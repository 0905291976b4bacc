import { i18n } from "@lingui/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useCoins } from "@/api/coins";
import { buttonClass } from "@/design/button";
import { EmptyState } from "@/design/empty-state";
import { ListTable } from "@/design/list-table";
import { PagedList } from "@/design/paged-list";
import { Skeleton } from "@/design/skeleton";
import { type EarnPosition, earnPositionsQuery } from "./api";
import { activeColumns, pastColumns } from "./position-columns";
import { RedeemDialog } from "./redeem-dialog";

/** The client's active positions, with the dialog to redeem one. */
export function ActivePositions() {
  const [redeemed, setRedeemed] = useState<EarnPosition | null>(null);
  const columns = activeColumns(useCoins(), setRedeemed);
  return (
    <>
      <PagedList
        query={useInfiniteQuery(earnPositionsQuery("active"))}
        skeleton={<Skeleton shape="table" rows={3} columns={columns.length} />}
      >
        {(rows) => (
          <ListTable
            caption={i18n._("Your active positions, newest first")}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => String(id)}
            width="many"
            empty={<NoPositions />}
          />
        )}
      </PagedList>
      <RedeemDialog position={redeemed} onClose={() => setRedeemed(null)} />
    </>
  );
}

export function PastPositions() {
  const columns = pastColumns(useCoins());
  return (
    <PagedList
      query={useInfiniteQuery(earnPositionsQuery("redeemed"))}
      skeleton={<Skeleton shape="table" rows={3} columns={columns.length} />}
    >
      {(rows) => (
        <ListTable
          caption={i18n._("Your past positions, newest first")}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => String(id)}
          empty={
            <EmptyState icon="history" title={i18n._("No past positions yet")}>
              {i18n._("Redeemed and matured positions appear here.")}
            </EmptyState>
          }
        />
      )}
    </PagedList>
  );
}

function NoPositions() {
  return (
    <EmptyState
      icon="sprout"
      title={i18n._("No active positions yet")}
      action={
        <Link to="/earn" className={buttonClass({ severity: "secondary", size: "small" })}>
          {i18n._("See products")}
        </Link>
      }
    >
      {i18n._("Your positions appear here, with what they earn and when it is paid.")}
    </EmptyState>
  );
}
