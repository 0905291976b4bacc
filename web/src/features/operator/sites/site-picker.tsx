import { i18n } from "@lingui/core";
import { Select } from "@/design/select";
import type { Site } from "./api";

type SitePickerProps = { sites: readonly Site[]; chosen: Site; onChoose: (hostname: string) => void };

/** Which site a page is about; with one site alone there is nothing to choose. */
export function SitePicker({ sites, chosen, onChoose }: SitePickerProps) {
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
