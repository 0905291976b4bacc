import { i18n } from "@lingui/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { QueryView } from "@/design/query-view";
import { Select } from "@/design/select";
import { Skeleton } from "@/design/skeleton";
import { textOf } from "@/lib/text-of";
import { type Site, sitesQuery } from "./api";

/** Renders for one site: the hostname in the URL, else the current site. */
export function ChosenSite({ children }: { children: (hostname: string) => ReactNode }) {
  const { site: wanted } = useSearch({ strict: false });
  const navigate = useNavigate();
  const sites = useInfiniteQuery(sitesQuery);

  return (
    <QueryView query={sites} skeleton={<Skeleton shape="table" rows={5} columns={3} />}>
      {({ pages }) => {
        const known = pages.flatMap(({ items }) => items);
        const chosen =
          known.find(({ hosts }) => hosts.includes(textOf(wanted))) ??
          known.find(({ hosts }) => hosts.includes(location.hostname)) ??
          known[0];
        return (
          chosen?.hosts[0] && (
            <>
              <SitePicker
                sites={known}
                chosen={chosen}
                onChoose={(site) => void navigate({ to: ".", search: { site } })}
              />
              {children(chosen.hosts[0])}
            </>
          )
        );
      }}
    </QueryView>
  );
}

type SitePickerProps = { sites: readonly Site[]; chosen: Site; onChoose: (hostname: string) => void };

/** The site picker; hidden if there is only one site. */
function SitePicker({ sites, chosen, onChoose }: SitePickerProps) {
  if (sites.length === 1) return <p className="text-13 text-ink-2">{chosen.sitename}</p>;
  return (
    <Select
      aria-label={i18n._("Site")}
      size="small"
      className="w-64! max-w-full"
      options={sites.flatMap(({ sitename, hosts: [hostname] }) =>
        hostname ? [{ value: hostname, label: sitename, hint: hostname }] : [],
      )}
      value={chosen.hosts[0] ?? null}
      onValueChange={onChoose}
    />
  );
}
