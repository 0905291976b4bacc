import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { Field } from "@/design/field";
import { QueryView } from "@/design/query-view";
import { Select } from "@/design/select";
import { Skeleton } from "@/design/skeleton";
import { ArticleBody } from "@/features/content/article-body";
import { uploadTo } from "@/features/files/upload";
import { ConsolePage } from "@/features/operator/console-page";
import { type ContentSite, contentSitesQuery, entryQuery, type Kind } from "@/features/operator/content/api";
import { EntryEditor } from "@/features/operator/content/entry-editor";
import type { RenderBody } from "@/features/operator/content/text-fields";

const upload = uploadTo("/operator/content/files");

const renderBody: RenderBody = (html, language) => <ArticleBody html={html} language={language} />;

export function OperatorNewsEntryPage() {
  return <EntryPage kind="news" title={i18n._("News entry")} path="/operator/news" />;
}

export function OperatorFaqEntryPage() {
  return <EntryPage kind="faq" title={i18n._("FAQ entry")} path="/operator/faq" />;
}

export function OperatorPageEntryPage() {
  return <EntryPage kind="page" title={i18n._("Page")} path="/operator/pages" />;
}

type EntryPageProps = { kind: Kind; title: string; path: string };

function EntryPage({ kind, title, path }: EntryPageProps) {
  const { entry: id = "new" } = useParams({ strict: false });
  const sites = useQuery(contentSitesQuery);
  return (
    <ConsolePage title={title} permission="content">
      <QueryView query={sites} skeleton={<Skeleton shape="card" />}>
        {({ items }) =>
          id === "new" ? (
            <NewEntry kind={kind} path={path} sites={items} />
          ) : (
            <KnownEntry key={id} id={id} kind={kind} sites={items} />
          )
        }
      </QueryView>
    </ConsolePage>
  );
}

function NewEntry({ kind, path, sites }: { kind: Kind; path: string; sites: readonly ContentSite[] }) {
  const navigate = useNavigate();
  const own = sites.find(({ hosts }) => hosts.includes(location.hostname)) ?? sites[0];
  const [siteId, setSiteId] = useState(own?.id ?? "");
  return (
    <>
      {sites.length > 1 && (
        <Field label={i18n._("Site")} className="max-w-xs">
          <Select
            options={sites.map(({ id, sitename }) => ({ value: id, label: sitename }))}
            value={siteId}
            onValueChange={setSiteId}
          />
        </Field>
      )}
      <EntryEditor
        kind={kind}
        entry={null}
        siteId={siteId}
        languages={sites.find(({ id }) => id === siteId)?.languages ?? []}
        upload={upload}
        renderBody={renderBody}
        onCreated={(entry) =>
          void navigate({ to: `${path}/${entry.id}`, replace: true, ignoreBlocker: true })
        }
      />
    </>
  );
}

function KnownEntry({ id, kind, sites }: { id: string; kind: Kind; sites: readonly ContentSite[] }) {
  const entry = useQuery(entryQuery(id));
  return (
    <QueryView query={entry} skeleton={<Skeleton shape="card" />}>
      {(known) => (
        <EntryEditor
          kind={kind}
          entry={known}
          siteId={known.site_id}
          languages={sites.find((site) => site.id === known.site_id)?.languages ?? []}
          upload={upload}
          renderBody={renderBody}
          onCreated={() => {}}
        />
      )}
    </QueryView>
  );
}
