import { i18n } from "@lingui/core";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { Badge } from "@/design/badge";
import { EmptyState } from "@/design/empty-state";
import { IconButton } from "@/design/icon-button";
import { ListTable } from "@/design/list-table";
import { PagedList } from "@/design/paged-list";
import { Skeleton } from "@/design/skeleton";
import type { TableColumn } from "@/design/table-column";
import { TextInput } from "@/design/text-input";
import { useDebouncedValue } from "@/design/use-debounced-value";
import { textOf } from "@/lib/text-of";
import { type ClientRow, clientsQuery } from "./api";
import { Moment, ShortId } from "./client-facts";

// Debounced, because every search is audited.
const PAUSE_MS = 400;

/** The search text in the URL. */
export function useSearchText(): string {
  return textOf(useSearch({ strict: false }).q).trim();
}

/** Searches clients while typing; the text is stored in the URL. */
export function ClientSearch() {
  const wanted = useSearchText();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(wanted);
  const [followed, setFollowed] = useState(wanted);

  // Back and forward change the URL, so sync the field.
  if (wanted !== followed) {
    setFollowed(wanted);
    if (wanted !== typed.trim()) setTyped(wanted);
  }

  const q = useDebouncedValue(typed.trim(), PAUSE_MS);
  const isSettled = q === typed.trim();
  useEffect(() => {
    if (isSettled && q !== wanted) void navigate({ to: ".", search: q ? { q } : {}, replace: true });
  }, [q, isSettled, wanted, navigate]);

  return (
    <search className="max-w-xl">
      <TextInput
        icon="search"
        type="text"
        maxLength={254}
        autoComplete="off"
        spellCheck={false}
        aria-label={i18n._("Search clients")}
        placeholder={i18n._("Email address, name or ID")}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        suffix={
          typed && (
            <IconButton
              icon="x"
              size="small"
              label={i18n._("Clear search")}
              className="-me-2"
              onClick={() => setTyped("")}
            />
          )
        }
      />
    </search>
  );
}

export function ClientList({ wanted }: { wanted: string }) {
  const clients = useInfiniteQuery({ ...clientsQuery(wanted), placeholderData: keepPreviousData });
  return (
    <PagedList query={clients} skeleton={<Skeleton shape="table" rows={8} columns={5} />}>
      {(rows) => (
        <ListTable
          caption={i18n._("Clients, newest first")}
          columns={columns()}
          rows={rows}
          rowKey={({ id }) => id}
          rowLink={({ id }) => `/operator/clients/${id}`}
          empty={<NobodyFound wanted={wanted} />}
        />
      )}
    </PagedList>
  );
}

function columns(): TableColumn<ClientRow>[] {
  return [
    { key: "email", header: i18n._("Email address"), cell: ({ email }) => email },
    { key: "name", header: i18n._("Name"), cell: ({ name }) => name ?? <Nothing /> },
    { key: "username", header: i18n._("Username"), cell: ({ username }) => username ?? <Nothing /> },
    { key: "id", header: i18n._("ID"), cell: ({ id }) => <ShortId id={id} /> },
    { key: "created", header: i18n._("Registered"), cell: ({ created_at }) => <Moment at={created_at} /> },
    { key: "state", header: i18n._("State"), align: "end", cell: (row) => <State row={row} /> },
  ];
}

function State({ row }: { row: ClientRow }) {
  if (row.frozen_at !== null) {
    return (
      <Badge severity="warn" icon="snowflake">
        {i18n._("Frozen")}
      </Badge>
    );
  }
  return row.email_is_confirmed ? (
    <Badge severity="success">{i18n._("Confirmed")}</Badge>
  ) : (
    <Badge>{i18n._("Unconfirmed")}</Badge>
  );
}

function Nothing() {
  return <span className="text-ink-3">{i18n._("none")}</span>;
}

function NobodyFound({ wanted }: { wanted: string }) {
  return wanted ? (
    <EmptyState icon="search" title={i18n._("No clients found")}>
      {i18n._("No email address, username, name or ID matches “{wanted}”.", { wanted })}
    </EmptyState>
  ) : (
    <EmptyState icon="users" title={i18n._("No clients yet")} />
  );
}
