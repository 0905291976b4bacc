import { i18n } from "@lingui/core";
import { type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Banner } from "./banner";
import { Button } from "./button";
import { ErrorState } from "./error-state";
import { JointFailure } from "./joint-failure";

interface QueryGroupProps {
  queries: readonly Pick<UseQueryResult, "data" | "isError">[];
  children: ReactNode;
}

/** When several queries of a page fail, as without a connection, one message is shown instead of one for each. */
export function QueryGroup({ queries, children }: QueryGroupProps) {
  const cache = useQueryClient();
  const isJoint = queries.filter(({ isError }) => isError).length > 1;
  const retry = () =>
    void cache.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });

  if (isJoint && queries.every(({ data }) => data === undefined)) return <ErrorState onRetry={retry} />;
  return (
    <JointFailure value={isJoint}>
      {isJoint && (
        <div className="mb-4">
          <Banner
            severity="warn"
            action={
              <Button severity="secondary" size="small" onClick={retry}>
                {i18n._("Try again")}
              </Button>
            }
          >
            {i18n._("Couldn’t refresh. Showing last known data.")}
          </Banner>
        </div>
      )}
      {children}
    </JointFailure>
  );
}
