import { i18n } from "@lingui/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { describeProblem } from "@/api/form-problems";
import { toast } from "@/design/toast";
import { fullName } from "@/lib/identity-text";
import { type Case, casesQuery, type Decision, isDecidedAlready, useDecide } from "./api";
import { filterOf, neighbour, nextWaiting, type QueueFilter } from "./model";

/** The queue with the filter in the URL, and navigation through it. */
export function useQueue(openId: string | null) {
  const navigate = useNavigate();
  const { status } = useSearch({ strict: false });
  const filter = filterOf(status);
  const cases = useInfiniteQuery(casesQuery(filter === "all" ? null : filter));
  // After a decision the next pending case is opened, whatever the filter.
  const waiting = useInfiniteQuery(casesQuery("pending"));
  const rows = cases.data?.pages.flatMap(({ items }) => items) ?? [];

  function open(clientId: string | null, wanted: QueueFilter = filter) {
    void navigate({
      to: clientId === null ? "/operator/kyc" : `/operator/kyc/${clientId}`,
      search: wanted === "pending" ? {} : { status: wanted },
    });
  }

  function step(by: 1 | -1) {
    const next = neighbour(rows, openId, by);
    if (next) open(next.client_id);
  }

  return {
    cases,
    filter,
    setFilter: (wanted: QueueFilter) => open(openId, wanted),
    openNext: () => step(1),
    openPrevious: () => step(-1),
    openAfter(decided: Case) {
      const others = waiting.data?.pages.flatMap(({ items }) => items) ?? [];
      open(nextWaiting(others, decided)?.client_id ?? null);
    },
  };
}

/** Decides the open case; `onDecided` opens the next one. */
export function useDecisions(shown: Case | undefined, onDecided: (decided: Case) => void) {
  const mutation = useDecide();
  const [lateCase, setLateCase] = useState<string | null>(null);

  /** Throws validation errors of the server; a conflict with another reviewer is shown beside the case. */
  async function decide(decision: Decision): Promise<void> {
    if (!shown || mutation.isPending) return;
    setLateCase(null);
    try {
      const decided = await mutation.mutateAsync({ clientId: shown.client_id, decision });
      toast.success(confirmation(decision, decided));
      if (decision.act !== "revoke") onDecided(decided);
    } catch (error) {
      if (!isDecidedAlready(error)) throw error;
      setLateCase(shown.client_id);
    }
  }

  function approve() {
    decide({ act: "approve" }).catch((error: unknown) =>
      toast.add({ severity: "error", summary: i18n._("Couldn’t approve"), detail: describeProblem(error) }),
    );
  }

  return {
    decide,
    approve,
    isDeciding: mutation.isPending,
    wasTooLate: lateCase !== null && lateCase === shown?.client_id,
  };
}

function confirmation({ act }: Decision, decided: Case): string {
  const name = fullName(decided.personal_info) ?? decided.email;
  switch (act) {
    case "approve":
      return i18n._("{name} approved", { name });
    case "reject":
      return i18n._("{name} rejected", { name });
    case "revoke":
      return i18n._("Approval of {name} revoked", { name });
  }
}

const TICK_MS = 20_000;

const seconds = () => Math.floor(Date.now() / 1000);

/** The time in unix seconds, updated often enough to show waiting times. */
export function useNow(): number {
  const [now, setNow] = useState(seconds);
  useEffect(() => {
    const timer = setInterval(() => setNow(seconds()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
