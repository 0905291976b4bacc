import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { buttonClass } from "@/design/button";
import { Icon } from "@/design/icon";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { ConsolePage } from "@/features/operator/console-page";
import { mailQuery } from "@/features/operator/outbox/api";
import { MailView } from "@/features/operator/outbox/mail-view";

export function MailPage() {
  const { mail = "" } = useParams({ strict: false });
  return (
    <ConsolePage
      title={i18n._("Email")}
      permission="outbox"
      actions={
        <Link to="/operator/outbox" className={buttonClass({ severity: "secondary", size: "small" })}>
          <Icon name="arrow-left" size={14} />
          {i18n._("Outbox")}
        </Link>
      }
    >
      <ShownMail id={mail} />
    </ConsolePage>
  );
}

function ShownMail({ id }: { id: string }) {
  const mail = useQuery(mailQuery(id));
  return (
    <QueryView query={mail} skeleton={<Skeleton shape="card" />}>
      {(shown) => <MailView mail={shown} />}
    </QueryView>
  );
}
