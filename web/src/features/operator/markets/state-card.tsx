import { i18n } from "@lingui/core";
import { useState } from "react";
import { mutationDialog } from "@/api/operator-dialogs";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { ConfirmDialog } from "@/design/confirm-dialog";
import type { IconName } from "@/design/icon";
import { PairStatusBadge, pairStatusName } from "@/design/pair-status-badge";
import { toast } from "@/design/toast";
import { useLastNonNull } from "@/design/use-last-non-null";
import { type Pair, type PairState, useChangeState } from "./api";
import { untradedText } from "./model";

type Transition = {
  to: PairState;
  icon: IconName;
  label: string;
  question: string;
  consequences: string[];
};

/** The market's state, and buttons to change it. */
export function StateCard({ pair }: { pair: Pair }) {
  const [asked, setAsked] = useState<Transition | null>(null);
  const shown = useLastNonNull(asked);

  return (
    <Card title={i18n._("State")} actions={<PairStatusBadge status={pair.status} />}>
      <div className="flex flex-col gap-3">
        <p className="text-13 text-ink-2">{describeState(pair.status)}</p>
        {pair.status === "trading" && pair.untraded_coins.length > 0 && (
          <Banner severity="warn">{untradedText(pair)}</Banner>
        )}
        {transitionsOf(pair)
          .filter(({ to }) => to !== pair.status)
          .map((transition) => (
            <Button
              key={transition.to}
              severity="secondary"
              icon={transition.icon}
              fullWidth
              onClick={() => setAsked(transition)}
            >
              {transition.label}
            </Button>
          ))}
      </div>
      {shown && (
        <TransitionDialog
          pair={pair}
          transition={shown}
          open={asked !== null}
          onClose={() => setAsked(null)}
        />
      )}
    </Card>
  );
}

type TransitionDialogProps = { pair: Pair; transition: Transition; open: boolean; onClose: () => void };

function TransitionDialog({ pair, transition, open, onClose }: TransitionDialogProps) {
  const { confirm, dialog } = mutationDialog({
    mutation: useChangeState(pair.symbol),
    onClose,
    onSuccess: ({ symbol, status }) => {
      const summary = i18n._("{pair}: {state}", { pair: symbol, state: pairStatusName(status) });
      toast.success(summary);
    },
  });

  return (
    <ConfirmDialog
      open={open}
      title={transition.question}
      consequences={transition.consequences}
      confirmLabel={transition.label}
      severity={transition.to === "trading" ? "primary" : "error"}
      onConfirm={() => confirm(transition.to)}
      {...dialog}
    />
  );
}

function transitionsOf({ symbol: pair }: Pair): Transition[] {
  return [
    {
      to: "trading",
      icon: "play",
      label: i18n._("Resume trading"),
      question: i18n._("Resume trading {pair}?", { pair }),
      consequences: [
        i18n._("Clients can place, change and cancel orders immediately."),
        i18n._("Open orders keep their queue position and can fill."),
      ],
    },
    {
      to: "cancel_only",
      icon: "ban",
      label: i18n._("Cancel-only"),
      question: i18n._("Set {pair} to cancel-only?", { pair }),
      consequences: [
        i18n._("Clients can’t place or change orders. Nothing is traded."),
        i18n._("They can still cancel open orders, which releases reserved funds."),
      ],
    },
    {
      to: "halted",
      icon: "pause",
      label: i18n._("Halt"),
      question: i18n._("Halt {pair}?", { pair }),
      consequences: [
        i18n._("Clients can’t place, change or cancel orders. Nothing is traded."),
        i18n._("Open orders keep their reserved funds. Orders with an expiry time still expire."),
        i18n._("You can still cancel all of the pair’s orders."),
      ],
    },
  ];
}

function describeState(state: PairState): string {
  switch (state) {
    case "trading":
      return i18n._("Clients can place, change and cancel orders.");
    case "cancel_only":
      return i18n._("Clients can only cancel orders. Nothing is traded.");
    case "halted":
      return i18n._("Halted: clients can’t place, change or cancel orders.");
  }
}
