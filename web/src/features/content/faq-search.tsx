import { i18n } from "@lingui/core";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { SearchInput } from "@/design/search-input";
import { MAX_QUERY } from "./faq-api";

const PAUSE_MS = 250;

/** Searches a moment after the last keystroke; the words are stored in the URL. */
export function FaqSearch({ words }: { words: string }) {
  const navigate = useNavigate();
  const [draft, setDraft] = useState({ text: words, from: words });
  // The words were changed from outside, such as by going back.
  if (draft.from !== words) setDraft({ text: draft.text.trim() === words ? draft.text : words, from: words });
  const wanted = draft.text.trim();

  useEffect(() => {
    if (wanted === draft.from) return;
    const timer = setTimeout(() => {
      const search = { q: wanted || undefined };
      void navigate({ to: ".", search, replace: true, resetScroll: false });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted, draft.from, navigate]);

  return (
    <search>
      <SearchInput
        aria-label={i18n._("Search the FAQ")}
        size="normal"
        maxLength={MAX_QUERY}
        value={draft.text}
        onValueChange={(text) => setDraft({ ...draft, text })}
      />
    </search>
  );
}
