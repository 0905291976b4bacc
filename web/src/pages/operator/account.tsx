import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { PasswordCard, SessionCard, TotpCard } from "@/features/operator/account/account-cards";
import { accountQuery } from "@/features/operator/account/api";
import { PasskeyCard } from "@/features/operator/account/passkey-card";
import { ConsolePage } from "@/features/operator/console-page";

export function OperatorAccountPage() {
  const account = useQuery(accountQuery);

  return (
    <ConsolePage
      title={i18n._("My account")}
      description={i18n._("Your sign-in credentials. No one else can see or change them.")}
    >
      <QueryView query={account} skeleton={<Skeleton shape="card" />}>
        {({ passkeys, sessions }) => (
          <div className="grid items-start gap-4 xl:grid-cols-2">
            <h2 className="sr-only">{i18n._("Security")}</h2>
            <div className="flex flex-col gap-4">
              <PasswordCard />
              <TotpCard />
            </div>
            <div className="flex flex-col gap-4">
              <PasskeyCard passkeys={passkeys} />
              <SessionCard sessions={sessions} />
            </div>
          </div>
        )}
      </QueryView>
    </ConsolePage>
  );
}
