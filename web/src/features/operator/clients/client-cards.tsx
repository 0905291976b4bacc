import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Badge } from "@/design/badge";
import { buttonClass } from "@/design/button";
import { Card } from "@/design/card";
import { Icon } from "@/design/icon";
import { countryName, formatDay, fullName } from "@/lib/identity-text";
import { levelsQuery } from "@/session/levels";
import { useMay } from "@/session/operator";
import type { ClientDetail } from "./api";
import { Fact, Facts, LastChange, Moment, ShortId } from "./client-facts";

type CardProps = { client: ClientDetail };

export function ProfileCard({ client }: CardProps) {
  return (
    <Card title={i18n._("Profile")}>
      <Facts>
        <Fact label={i18n._("Name")}>{fullName(client)}</Fact>
        <Fact label={i18n._("Email address")}>
          <span className="inline-flex flex-wrap items-center justify-end gap-2">
            {client.email}
            {client.email_is_confirmed ? (
              <Badge severity="success">{i18n._("Confirmed")}</Badge>
            ) : (
              <Badge severity="warn">{i18n._("Unconfirmed")}</Badge>
            )}
          </span>
        </Fact>
        <Fact label={i18n._("Username")}>{client.username}</Fact>
        <Fact label={i18n._("Phone")}>{client.phone}</Fact>
        <Fact label={i18n._("Level")}>
          <LevelName level={client.level} />
        </Fact>
        <Fact label={i18n._("Registered")}>
          <Moment at={client.created_at} />
        </Fact>
        <Fact label={i18n._("ID")}>
          <ShortId id={client.id} />
        </Fact>
        <Fact label={i18n._("Site")}>
          <ShortId id={client.site_id} label={i18n._("Copy site ID")} />
        </Fact>
      </Facts>
    </Card>
  );
}

function LevelName({ level }: { level: string }) {
  // Level names are those of the current site; a client of another site may have an unknown level.
  const levels = useQuery(levelsQuery);
  return levels.data?.items.find(({ key }) => key === level)?.name ?? level;
}

export function IdentityCard({ client }: CardProps) {
  const may = useMay();
  const { identity, kyc } = client;
  const hasCase = kyc.status !== "unverified" && may("kyc");
  return (
    <Card
      title={i18n._("Identity")}
      actions={
        hasCase && (
          <Link
            to={`/operator/kyc/${client.id}`}
            preload={false}
            className={buttonClass({ severity: "secondary", size: "small" })}
          >
            {i18n._("Open case")}
          </Link>
        )
      }
    >
      <Facts>
        <Fact label={i18n._("Status")}>{kycBadge(kyc.status)}</Fact>
        {kyc.message && <Fact label={i18n._("Message to the client")}>{kyc.message}</Fact>}
        {identity && (
          <>
            <Fact label={i18n._("Date of birth")}>
              {identity.birth_date && formatDay(identity.birth_date)}
            </Fact>
            <Fact label={i18n._("Country")}>
              {identity.country && countryName(identity.country, i18n.locale)}
            </Fact>
            <Fact label={i18n._("Address")}>
              {[identity.address, identity.postal_code, identity.city, identity.region]
                .filter(Boolean)
                .join(", ")}
            </Fact>
          </>
        )}
      </Facts>
    </Card>
  );
}

export function SecurityCard({ client }: CardProps) {
  const { totp, passkeys } = client.security;
  return (
    <Card title={i18n._("Security")}>
      <Facts>
        <Fact label={i18n._("Authenticator app")}>
          {totp ? (
            <Badge severity="success">{i18n._("On")}</Badge>
          ) : (
            <Badge severity="warn">{i18n._("Off")}</Badge>
          )}
        </Fact>
        <Fact label={i18n._("Passkeys")}>{String(passkeys)}</Fact>
        <LastChange label={i18n._("Password changed")} at={client.password_changed_at} />
        <LastChange label={i18n._("Email address changed")} at={client.email_changed_at} />
        <LastChange label={i18n._("2FA changed")} at={client.second_factor_changed_at} />
      </Facts>
    </Card>
  );
}

function kycBadge(status: ClientDetail["kyc"]["status"]): ReactNode {
  switch (status) {
    case "unverified":
      return <Badge>{i18n._("Not verified")}</Badge>;
    case "pending":
      return <Badge severity="info">{i18n._("Pending review")}</Badge>;
    case "approved":
      return <Badge severity="success">{i18n._("Approved")}</Badge>;
    case "rejected":
      return <Badge severity="warn">{i18n._("Rejected")}</Badge>;
    case "revoked":
      return <Badge severity="error">{i18n._("Revoked")}</Badge>;
  }
}

const LOOK = "inline-flex items-center gap-1.5 text-13 text-accent underline-offset-4 hover:underline";

/** Links to the audit log of this client and to views of the client's files. */
export function AuditLinks({ clientId }: { clientId: string }) {
  const may = useMay();
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-2">
      {may("audit") && (
        <Link to="/operator/audit" search={{ subject: `client:${clientId}` }} className={LOOK}>
          <Icon name="history" />
          {i18n._("Staff actions on this client")}
        </Link>
      )}
      {may("files_audit") && (
        <Link to="/operator/files" search={{ client: clientId }} className={LOOK}>
          <Icon name="eye" />
          {i18n._("File views")}
        </Link>
      )}
    </div>
  );
}
