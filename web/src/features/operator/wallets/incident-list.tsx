import { i18n } from "@lingui/core";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { EmptyState } from "@/design/empty-state";
import { PagedList } from "@/design/paged-list";
import { Segments } from "@/design/segments";
import { Skeleton } from "@/design/skeleton";
import { incidentsQuery, networksQuery } from "./api";
import { IncidentCard } from "./incident-card";

const FILTERS = ["open", "resolved", "all"] as const;

export type IncidentFilter = (typeof FILTERS)[number];

/** The filter in the URL; open incidents by default. */
export function incidentFilterOf(parameter: unknown): IncidentFilter {
  return FILTERS.find((filter) => filter === parameter) ?? "open";
}

type IncidentFiltersProps = { filter: IncidentFilter; onFilter: (filter: IncidentFilter) => void };

export function IncidentFilters({ filter, onFilter }: IncidentFiltersProps) {
  const options = [
    { value: "open" as const, label: i18n._("Open") },
    { value: "resolved" as const, label: i18n._("Resolved") },
    { value: "all" as const, label: i18n._("All") },
  ];
  return <Segments label={i18n._("Filter incidents")} options={options} value={filter} onChange={onFilter} />;
}

export function IncidentList({ filter }: { filter: IncidentFilter }) {
  const incidents = useInfiniteQuery({
    ...incidentsQuery(filter === "all" ? null : filter === "open"),
    placeholderData: keepPreviousData,
  });
  const networks = useQuery(networksQuery);

  return (
    <PagedList query={incidents} empty={<NoIncidents filter={filter} />} skeleton={<Skeleton shape="card" />}>
      {(rows) => (
        <ul aria-label={i18n._("Incidents, newest first")} className="flex flex-col gap-4">
          {rows.map((incident) => (
            <li key={incident.id}>
              <IncidentCard
                incident={incident}
                network={networks.data?.items.find(({ network }) => network === incident.network)}
              />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}

function NoIncidents({ filter }: { filter: IncidentFilter }) {
  return (
    <div className="rounded-card border border-line bg-deep">
      {filter === "open" ? (
        <EmptyState icon="check" title={i18n._("No open incidents")}>
          {i18n._("New ones appear here automatically.")}
        </EmptyState>
      ) : (
        <EmptyState icon="shield-alert" title={i18n._("No incidents yet")} />
      )}
    </div>
  );
}
