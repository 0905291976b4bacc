import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { describeProblem } from "@/api/form-problems";
import { mutationDialog } from "@/api/operator-dialogs";
import { Badge } from "@/design/badge";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { EmptyState } from "@/design/empty-state";
import { Icon } from "@/design/icon";
import { IconButton } from "@/design/icon-button";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { toast } from "@/design/toast";
import { useLastNonNull } from "@/design/use-last-non-null";
import { type Rule, rulesQuery, useMoveRule, useRemoveRule } from "./api";
import { guardName } from "./model";

export function RuleList({ hostname }: { hostname: string }) {
  const rules = useQuery(rulesQuery(hostname));
  const [removed, setRemoved] = useState<Rule | null>(null);

  return (
    <section className="rounded-card border border-line bg-deep">
      <h2 className="border-line border-b px-4 py-3 font-semibold text-16">{i18n._("In this order")}</h2>
      <QueryView
        query={rules}
        skeleton={<Skeleton shape="table" rows={4} columns={3} />}
        empty={
          <EmptyState icon="route" title={i18n._("No rules yet")}>
            {i18n._("All pages work by default. A rule redirects visitors or changes who has access.")}
          </EmptyState>
        }
      >
        {({ items }) => (
          <ol aria-label={i18n._("Rules, in the order they’re checked")} className="divide-y divide-line">
            {items.map((rule, index) => (
              <RuleLine
                key={rule.id}
                rule={rule}
                place={index + 1}
                count={items.length}
                onRemove={() => setRemoved(rule)}
              />
            ))}
          </ol>
        )}
      </QueryView>
      <RemoveRule rule={removed} onClose={() => setRemoved(null)} />
    </section>
  );
}

type RuleLineProps = { rule: Rule; place: number; count: number; onRemove: () => void };

function RuleLine({ rule, place, count, onRemove }: RuleLineProps) {
  const { pattern } = rule;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5">
      <span className="w-6 shrink-0 text-13 text-ink-3 tabular-nums">{place}</span>
      <div className="flex min-w-0 grow basis-48 flex-wrap items-center gap-x-3 gap-y-1 text-14">
        <code className="font-mono text-13 text-ink wrap-anywhere">{pattern}</code>
        <Effect rule={rule} />
        {rule.fault !== null && (
          <span className="flex basis-full flex-wrap items-center gap-2 text-13 text-warn">
            <Badge severity="warn">{i18n._("Inactive")}</Badge>
            {rule.fault}
          </span>
        )}
      </div>
      <div className="ms-auto flex gap-1">
        <MoveButton rule={rule} to={place - 1} isPossible={place > 1} />
        <MoveButton rule={rule} to={place + 1} isPossible={place < count} isDown />
        <IconButton
          icon="trash"
          size="small"
          label={i18n._("Remove {pattern}", { pattern })}
          onClick={onRemove}
        />
      </div>
    </li>
  );
}

function Effect({ rule }: { rule: Rule }) {
  return (
    <>
      {rule.redirect !== null && (
        <span className="flex min-w-0 items-center gap-2">
          <Icon name="arrow-right" label={i18n._("redirects to")} className="text-ink-3" />
          <code className="font-mono text-13 text-accent wrap-anywhere">{rule.redirect}</code>
        </span>
      )}
      {Object.entries(rule.app_middleware).map(([guard, isOn]) => (
        <span key={guard} className="flex flex-wrap items-center gap-2 text-13 text-ink-2">
          {guardName(guard)}
          {isOn ? <Badge severity="success">{i18n._("On")}</Badge> : <Badge>{i18n._("Off")}</Badge>}
        </span>
      ))}
    </>
  );
}

type MoveButtonProps = { rule: Rule; to: number; isPossible: boolean; isDown?: boolean };

function MoveButton({ rule: { id, pattern }, to, isPossible, isDown = false }: MoveButtonProps) {
  const move = useMoveRule();

  function go() {
    move.mutate(
      { id, position: to },
      {
        onSuccess: () => toast.success(i18n._("{pattern} moved to position {place}", { pattern, place: to })),
        onError: (error) =>
          toast.add({ severity: "error", summary: i18n._("Couldn’t move"), detail: describeProblem(error) }),
      },
    );
  }

  return (
    <IconButton
      icon={isDown ? "arrow-down" : "arrow-up"}
      size="small"
      label={isDown ? i18n._("Move {pattern} down", { pattern }) : i18n._("Move {pattern} up", { pattern })}
      disabled={!isPossible}
      pending={move.isPending}
      onClick={go}
    />
  );
}

function RemoveRule({ rule, onClose }: { rule: Rule | null; onClose: () => void }) {
  const shown = useLastNonNull(rule);
  const pattern = shown?.pattern ?? "";
  const { confirm, dialog } = mutationDialog({
    mutation: useRemoveRule(),
    onClose,
    onSuccess: () => {
      const summary = i18n._("Rule for {pattern} removed", { pattern });
      toast.success(summary);
    },
  });

  return (
    <ConfirmDialog
      open={rule !== null}
      title={i18n._("Remove the rule for {pattern}?", { pattern })}
      consequences={[
        i18n._("The next matching rule applies, or the page is shown."),
        i18n._("Takes effect within seconds. To undo it, add the rule again."),
      ]}
      confirmLabel={i18n._("Remove rule")}
      severity="error"
      onConfirm={() => rule && confirm(rule.id)}
      {...dialog}
    />
  );
}
