import { i18n } from "@lingui/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { IconButton } from "@/design/icon-button";
import { TextInput } from "@/design/text-input";
import { textOf } from "@/lib/text-of";

// Every search is written into the audit log: half-typed words should not be.
const PAUSE_MS = 400;

/** What the address says is looked for. */
export function useWanted(): string {
  return textOf(useSearch({ strict: false }).q).trim();
}

/** Looks for clients as one types; what is looked for stands in the address. */
export function ClientSearch() {
  const wanted = useWanted();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(wanted);
  const [followed, setFollowed] = useState(wanted);

  // Back and forward change the address behind the field's back.
  if (wanted !== followed) {
    setFollowed(wanted);
    if (wanted !== typed.trim()) setTyped(wanted);
  }

  useEffect(() => {
    const q = typed.trim();
    if (q === wanted) return;
    const timer = setTimeout(
      () => void navigate({ to: ".", search: q ? { q } : {}, replace: true }),
      PAUSE_MS,
    );
    return () => clearTimeout(timer);
  }, [typed, wanted, navigate]);

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
              className="-mr-2"
              onClick={() => setTyped("")}
            />
          )
        }
      />
    </search>
  );
}
