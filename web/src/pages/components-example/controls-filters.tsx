import { i18n } from "@lingui/core";
import { useState } from "react";
import { FilterForm } from "@/design/filter-form";
import { ControlsExample } from "./controls-example";

export function ControlsFilters() {
  const [filter, setFilter] = useState({ coin: "BTC", network: "" });
  const parts = [
    { name: "coin", label: i18n._("Coin"), placeholder: "BTC" },
    { name: "network", label: i18n._("Network"), placeholder: "bitcoin" },
  ] as const;

  return (
    <ControlsExample title={i18n._("Filters of a list")}>
      <FilterForm key={Object.values(filter).join("\n")} parts={parts} filter={filter} onFilter={setFilter} />
    </ControlsExample>
  );
}
