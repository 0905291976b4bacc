import { i18n } from "@lingui/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useContext } from "react";
import { Banner } from "./banner";
import { Button } from "./button";
import { EmptyState } from "./empty-state";
import { ErrorState } from "./error-state";
import { JointFailure } from "./joint-failure";
import { Skeleton } from "./skeleton";

interface QueryViewProps<Data> {
  query: Pick<UseQueryResult<Data, Error>, "data" | "isError" | "isFetching" | "refetch">;
  /** Shown for an empty result: a sentence, or an EmptyState with a next step. */
  empty?: ReactNode;
  /** The default checks for an empty list, or an empty `items`. */
  isEmpty?: ((data: Data) => boolean) | undefined;
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Loading, empty and error states of a query. */
export function QueryView<Data>({
  query,
  empty,
  isEmpty = isEmptyList,
  skeleton = <Skeleton shape="text" />,
  children,
}: QueryViewProps<Data>) {
  const { data, isError, isFetching } = query;
  const retry = () => void query.refetch();
  const isJoint = useContext(JointFailure);

  if (data === undefined) {
    if (isError && isJoint) return <p className="text-13 text-ink-2">{i18n._("Couldn’t load this")}</p>;
    if (isError) return <ErrorState onRetry={retry} pending={isFetching} />;
    return (
      <div role="status">
        <span className="sr-only">{i18n._("Loading")}</span>
        {skeleton}
      </div>
    );
  }
  return (
    <>
      {isError && !isJoint && <StaleNotice onRetry={retry} pending={isFetching} />}
      {empty !== undefined && isEmpty(data) ? <Empty>{empty}</Empty> : children(data)}
    </>
  );
}

function Empty({ children }: { children: ReactNode }) {
  return typeof children === "string" ? <EmptyState title={children} /> : children;
}

function StaleNotice({ onRetry, pending }: { onRetry: () => void; pending: boolean }) {
  return (
    <div className="mb-3">
      <Banner
        severity="warn"
        action={
          <Button severity="secondary" size="small" pending={pending} onClick={onRetry}>
            {i18n._("Try again")}
          </Button>
        }
      >
        {i18n._("Couldn’t refresh. Showing last known data.")}
      </Banner>
    </div>
  );
}

/** Whether a list, a response with `items`, or all pages of an infinite query are empty. */
export function isEmptyList(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value !== "object" || value === null) return false;
  if ("items" in value) return Array.isArray(value.items) && value.items.length === 0;
  return "pages" in value && Array.isArray(value.pages) && value.pages.every(isEmptyList);
}
