import { i18n } from "@lingui/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { IconButton } from "@/design/icon-button";
import { TextInput } from "@/design/text-input";
import { useDebouncedValue } from "@/design/use-debounced-value";
import { textOf } from "@/lib/text-of";

// Debounced, because every search is audited.
const PAUSE_MS = 400;

/** The search text in the URL. */
export function useWanted(): string {
  return textOf(useSearch({ strict: false }).q).trim();
}

/** Searches clients while typing; the text is stored in the URL. */
export function ClientSearch() {
  const wanted = useWanted();
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
              className="-mr-2"
              onClick={() => setTyped("")}
            />
          )
        }
      />
    </search>
  );
}
