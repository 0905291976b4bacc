import { i18n } from "@lingui/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ConsolePage } from "@/features/operator/console-page";
import {
  type IncidentFilter,
  IncidentFilters,
  IncidentList,
  incidentFilterOf,
} from "@/features/operator/wallets/incident-list";

export function IncidentsPage() {
  const filter = incidentFilterOf(useSearch({ strict: false }).status);
  const navigate = useNavigate();

  function show(status: IncidentFilter) {
    void navigate({ to: "/operator/incidents", search: { status }, replace: true });
  }

  return (
    <ConsolePage
      title={i18n._("Incidents")}
      permission="ledger"
      description={i18n._("Events on the chains that need a person to look at them.")}
      actions={<IncidentFilters filter={filter} onFilter={show} />}
    >
      <h2 className="sr-only">{i18n._("Incidents")}</h2>
      <IncidentList filter={filter} />
    </ConsolePage>
  );
}
