import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { describeProblem } from "@/api/form-problems";
import { type Network, networksQuery } from "@/api/networks";
import { Badge } from "@/design/badge";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { EmptyState } from "@/design/empty-state";
import { HashText } from "@/design/hash-text";
import { FormModal } from "@/design/modal";
import { QueryView } from "@/design/query-view";
import { RowAction } from "@/design/row-action";
import { Skeleton } from "@/design/skeleton";
import { Switch } from "@/design/switch";
import { useCountdown } from "@/design/use-countdown";
import { formatDateTime } from "@/lib/dates";
import { StepUpCancelled } from "@/session/step-up";
import {
  type AddressBook,
  addressBookQuery,
  type SavedAddress,
  useDeleteAddress,
  useSwitchAllowList,
} from "./address-api";
import { AddressForm } from "./address-form";
import { networksForWithdrawals, withdrawalFeesQuery } from "./withdrawal-api";

/** The saved addresses, and whether withdrawals go to them only. */
export function AddressBookCard() {
  const book = useQuery(addressBookQuery);
  const { data: networks = [] } = useQuery(networksQuery);
  const { data: fees = [] } = useQuery(withdrawalFeesQuery);
  const [isAdding, setAdding] = useState(false);
  return (
    <Card
      title={i18n._("Address book")}
      actions={
        <Button severity="secondary" size="small" icon="plus" onClick={() => setAdding(true)}>
          {i18n._("Add address")}
        </Button>
      }
    >
      <QueryView query={book} isEmpty={() => false} skeleton={<Skeleton shape="text" lines={4} />}>
        {(shown) => (
          <div className="flex flex-col gap-5">
            <AllowListSwitch book={shown} />
            <Addresses book={shown} networks={networks} />
          </div>
        )}
      </QueryView>
      <FormModal open={isAdding} onClose={() => setAdding(false)} title={i18n._("Add address")}>
        {(onPending) => (
          <AddressForm
            networks={networksForWithdrawals(networks, fees)}
            onPending={onPending}
            onSaved={() => setAdding(false)}
          />
        )}
      </FormModal>
    </Card>
  );
}

function AllowListSwitch({ book: { allow_list_only, allow_list_ends_at } }: { book: AddressBook }) {
  const change = useSwitchAllowList();
  const isEnding = allow_list_ends_at !== null;
  const failed = change.error && !(change.error instanceof StepUpCancelled) ? change.error : null;
  return (
    <>
      <Switch
        label={i18n._("Allow-list: withdraw to saved addresses only")}
        hint={
          isEnding
            ? i18n._("Ends {time}.", { time: formatDateTime(allow_list_ends_at) })
            : i18n._("New addresses wait 24 hours. Switching it off takes 24 hours, too.")
        }
        checked={change.isPending ? change.variables : allow_list_only && !isEnding}
        // Not disabled meanwhile: that would take the focus away.
        onChange={(event) => !change.isPending && change.mutate(event.target.checked)}
      />
      {failed && <Banner severity="error">{describeProblem(failed)}</Banner>}
    </>
  );
}

function Addresses({ book, networks }: { book: AddressBook; networks: readonly Network[] }) {
  if (book.items.length === 0) {
    return (
      <EmptyState icon="book-open" title={i18n._("No saved addresses")}>
        {i18n._("Save the addresses you use often, so that you need not paste them.")}
      </EmptyState>
    );
  }
  return (
    <ul className="-mx-4 -mb-4 divide-y divide-line border-line border-t">
      {book.items.map((saved) => (
        <AddressRow
          key={saved.id}
          saved={saved}
          networkName={networks.find(({ network }) => network === saved.network)?.name ?? saved.network}
        />
      ))}
    </ul>
  );
}

/** From when on the allow-list lets an address through, counted down. */
function WaitBadge({ allowedAt }: { allowedAt: number }) {
  const minutes = Math.ceil(useCountdown(allowedAt * 1000) / 60);
  if (minutes === 0) return null;
  return (
    <Badge severity="info">
      {i18n._("Allowed {time}, in {hours} h {minutes} min", {
        time: formatDateTime(allowedAt),
        hours: Math.floor(minutes / 60),
        minutes: minutes % 60,
      })}
    </Badge>
  );
}

function AddressRow({ saved, networkName }: { saved: SavedAddress; networkName: string }) {
  const remove = useDeleteAddress();
  const { id, label, coin, address } = saved;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 grow">
        <p className="font-medium text-14 text-ink wrap-anywhere">{label}</p>
        <p className="text-13 text-ink-2">
          {coin} · {networkName}
        </p>
        <HashText text={address} copyLabel={i18n._("Copy address")} />
      </div>
      <WaitBadge allowedAt={saved.allowed_at} />
      <RowAction
        icon="trash"
        label={i18n._("Delete")}
        name={i18n._("Delete {label}", { label })}
        pending={remove.isPending}
        onClick={() => remove.mutate(id)}
      />
      {remove.error && (
        <p role="alert" className="w-full text-13 text-error">
          {describeProblem(remove.error)}
        </p>
      )}
    </li>
  );
}
