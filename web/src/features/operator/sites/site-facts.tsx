import { i18n } from "@lingui/core";
import { Card } from "@/design/card";
import { CopyButton } from "@/design/copy-button";
import { formatDateTime } from "@/lib/dates";
import type { Site } from "./api";

export function SiteFacts({ site }: { site: Site }) {
  return (
    <Card>
      <dl className="flex flex-col gap-3 text-13">
        <div>
          <dt className="text-12 text-ink-3">{i18n._("ID")}</dt>
          <dd className="flex items-center gap-1">
            <span className="font-mono">{`…${site.id.slice(-8)}`}</span>
            <CopyButton value={site.id} label={i18n._("Copy ID")} />
          </dd>
        </div>
        <div>
          <dt className="text-12 text-ink-3">{i18n._("Since")}</dt>
          <dd>{formatDateTime(site.created_at)}</dd>
        </div>
        <div>
          <dt className="text-12 text-ink-3">{i18n._("Logo")}</dt>
          <dd className="mt-1 flex items-center gap-2">
            <img src={site.logo} alt="" className="size-8" />
            <span className="font-mono wrap-anywhere">{site.logo}</span>
          </dd>
        </div>
      </dl>
    </Card>
  );
}
