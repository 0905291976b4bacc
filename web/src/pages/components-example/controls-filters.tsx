import { i18n } from "@lingui/core";
import { useState } from "react";
import { CsvExport } from "@/design/csv-export";
import { FilterChoice, FilterDay } from "@/design/filter-choice";
import { FilterForm } from "@/design/filter-form";
import { SearchInput } from "@/design/search-input";
import { Segments } from "@/design/segments";
import { TransactionFilterForm } from "@/design/transaction-filter";
import { Example } from "./example";

export function ControlsFilters() {
  const [filter, setFilter] = useState({ coin: "BTC", network: "" });
  const parts = [
    { name: "coin", label: i18n._("Coin"), placeholder: "BTC" },
    { name: "network", label: i18n._("Network"), placeholder: "bitcoin" },
  ] as const;

  return (
    <>
      <Example title={i18n._("Filters of a list")}>
        <FilterForm
          key={Object.values(filter).join("\n")}
          parts={parts}
          filter={filter}
          onFilter={setFilter}
        />
      </Example>
      <Example title={i18n._("Filters that apply immediately, and CSV export")}>
        <ImmediateFilters />
      </Example>
      <Example title={i18n._("Filters of transactions, stored in the URL")}>
        <TransactionFilterForm coins={["BTC", "ETH", "USDT"]} />
      </Example>
    </>
  );
}

function ImmediateFilters() {
  const [text, setText] = useState("");
  const [coin, setCoin] = useState<"BTC" | "ETH" | null>(null);
  const [day, setDay] = useState("");
  const [unit, setUnit] = useState<"USDT" | "BTC">("USDT");
  return (
    <div className="flex flex-wrap items-end gap-4">
      <SearchInput aria-label={i18n._("Search coins")} value={text} onValueChange={setText} />
      <FilterChoice
        label={i18n._("Coins")}
        everything={i18n._("All coins")}
        options={[
          { value: "BTC", label: "BTC" },
          { value: "ETH", label: "ETH" },
        ]}
        value={coin}
        onChoose={setCoin}
      />
      <FilterDay label={i18n._("From")} value={day} onChoose={setDay} />
      <Segments
        label={i18n._("Unit")}
        options={[
          { value: "USDT", label: "USDT" },
          { value: "BTC", label: "BTC" },
        ]}
        value={unit}
        onChange={setUnit}
      />
      <CsvExport
        name="example"
        load={async ({ onRows }) => {
          onRows(2);
          return new Blob(["coin\r\nBTC\r\nETH\r\n"], { type: "text/csv" });
        }}
      />
    </div>
  );
}
