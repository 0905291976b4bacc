import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { buttonClass } from "@/design/button";
import { ConsolePage } from "@/features/operator/console-page";
import type { Kind } from "@/features/operator/content/api";
import { EntryList } from "@/features/operator/content/entry-list";

export function OperatorNewsPage() {
  return <Entries kind="news" title={i18n._("News")} path="/operator/news" />;
}

export function OperatorFaqPage() {
  return <Entries kind="faq" title={i18n._("FAQ")} path="/operator/faq" />;
}

export function OperatorPagesPage() {
  return <Entries kind="page" title={i18n._("Pages")} path="/operator/pages" />;
}

function Entries({ kind, title, path }: { kind: Kind; title: string; path: string }) {
  return (
    <ConsolePage
      title={title}
      permission="content"
      actions={
        <Link to={`${path}/new`} className={buttonClass({ size: "small" })}>
          {i18n._("New entry")}
        </Link>
      }
    >
      <EntryList kind={kind} path={path} />
    </ConsolePage>
  );
}
