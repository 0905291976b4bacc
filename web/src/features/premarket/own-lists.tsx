import { useInfiniteQuery } from "@tanstack/react-query";
import { PagedList } from "@/design/paged-list";
import { Skeleton } from "@/design/skeleton";
import { type ListStatus, premarketContractsQuery, premarketOrdersQuery } from "./api";
import { ContractTable } from "./contract-table";
import { OrderTable } from "./order-table";
import { NoContracts, NoOrders } from "./own-positions";

const SKELETON = <Skeleton shape="table" rows={5} columns={6} />;

/** The client's contracts of all pre-markets. */
export function ContractList({ status }: { status: ListStatus }) {
  const contracts = useInfiniteQuery(premarketContractsQuery(status));
  return (
    <PagedList query={contracts} skeleton={SKELETON}>
      {(rows) => <ContractTable hasMarket contracts={rows} empty={<NoContracts />} />}
    </PagedList>
  );
}

/** The client's orders in all pre-markets. */
export function OrderList({ status }: { status: ListStatus }) {
  const orders = useInfiniteQuery(premarketOrdersQuery(status));
  return (
    <PagedList query={orders} skeleton={SKELETON}>
      {(rows) => <OrderTable hasMarket orders={rows} empty={<NoOrders />} />}
    </PagedList>
  );
}
