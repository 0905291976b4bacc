import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

const DRAFTS = ["operator", "drafts"];

/**
 * An unsent answer, kept while the operator looks at other tickets.
 * It lies with what the operator has loaded, so it is gone when the next one signs in.
 */
export function useDraft(ticketId: string) {
  const cache = useQueryClient();
  const key = [...DRAFTS, ticketId];
  const [text, setText] = useState(() => cache.getQueryData<string>(key) ?? "");

  function write(next: string) {
    setText(next);
    cache.setQueryDefaults(DRAFTS, { gcTime: Number.POSITIVE_INFINITY });
    cache.setQueryData(key, next);
  }

  return [text, write] as const;
}
