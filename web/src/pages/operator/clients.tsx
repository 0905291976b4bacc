import { i18n } from "@lingui/core";
import { ClientList, ClientSearch, useSearchText } from "@/features/operator/clients/client-list";
import { ConsolePage } from "@/features/operator/console-page";

export function ClientsPage() {
  const wanted = useSearchText();
  return (
    <ConsolePage
      title={i18n._("Clients")}
      permission="clients"
      description={i18n._("Searching and viewing clients is logged.")}
    >
      <ClientSearch />
      <ClientList wanted={wanted} />
    </ConsolePage>
  );
}
