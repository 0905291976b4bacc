import { i18n } from "@lingui/core";
import { skipToken, useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isMissing } from "@/api/problem-outcome";
import { Button } from "@/design/button";
import { EmptyState } from "@/design/empty-state";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { useHotkeys } from "@/design/use-hotkeys";
import { storedPictureQuery } from "@/features/files/api";
import { StoredPicture } from "@/features/files/stored-picture";
import { ConsolePage, Desk } from "@/features/operator/console-page";
import { type Case, caseQuery } from "@/features/operator/kyc/api";
import { CaseActions } from "@/features/operator/kyc/case-actions";
import { CaseDialogs, type OpenDialog } from "@/features/operator/kyc/case-dialogs";
import { CaseHistory } from "@/features/operator/kyc/case-history";
import { CaseQueue } from "@/features/operator/kyc/case-queue";
import { CaseView } from "@/features/operator/kyc/case-view";
import { slotsOf } from "@/features/operator/kyc/model";
import { KeysDialog, useKeyChoice } from "@/features/operator/kyc/shortcuts";
import { useDecisions, useQueue } from "@/features/operator/kyc/use-review";

export function KycPage() {
  return <KycDesk client={null} />;
}

/** Identity checks: the queue, and the open case, if any. */
export function KycDesk({ client }: { client: string | null }) {
  const [areKeysListed, setKeysListed] = useState(false);
  const [areKeysOn, chooseKeys] = useKeyChoice();

  return (
    <ConsolePage
      title={i18n._("Identity verification")}
      permission="kyc"
      actions={
        <Button severity="secondary" size="small" icon="keyboard" onClick={() => setKeysListed(true)}>
          {i18n._("Shortcuts")}
        </Button>
      }
    >
      <Review client={client} areKeysOn={areKeysOn} onListKeys={() => setKeysListed(true)} />
      <KeysDialog
        open={areKeysListed}
        areKeysOn={areKeysOn}
        onSwitch={chooseKeys}
        onClose={() => setKeysListed(false)}
      />
    </ConsolePage>
  );
}

type ReviewProps = { client: string | null; areKeysOn: boolean; onListKeys: () => void };

function Review({ client, areKeysOn, onListKeys }: ReviewProps) {
  const queue = useQueue(client);
  const found = useQuery({ ...caseQuery(client ?? ""), ...(client === null && { queryFn: skipToken }) });
  const shown = found.data;
  const decisions = useDecisions(shown, queue.openAfter);
  const arePicturesShown = useArePicturesShown(shown);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const isWaiting = shown?.status === "pending";

  useHotkeys(
    {
      a: () => isWaiting && arePicturesShown && decisions.approve(),
      r: () => isWaiting && setDialog({ kind: "reject" }),
      c: () => shown && setDialog({ kind: "compare", photos: shown.photos }),
      j: queue.openNext,
      arrowdown: queue.openNext,
      k: queue.openPrevious,
      arrowup: queue.openPrevious,
      "?": onListKeys,
    },
    { isOn: areKeysOn },
  );

  return (
    <Desk
      hasChosen={client !== null}
      backTo="/operator/kyc"
      queue={<CaseQueue cases={queue.cases} filter={queue.filter} onFilter={queue.setFilter} />}
      subject={
        client === null ? (
          <EmptyState icon="id-card" title={i18n._("Choose a case from the queue")}>
            {areKeysOn && i18n._("Or press J for the first one.")}
          </EmptyState>
        ) : isMissing(found.error) ? (
          <EmptyState icon="id-card" title={i18n._("Case not found")}>
            {i18n._("This client hasn’t submitted documents.")}
          </EmptyState>
        ) : (
          <QueryView query={found} skeleton={<Skeleton shape="block" className="h-96 w-full" />}>
            {(found) => (
              <CaseView
                shown={found}
                Picture={StoredPicture}
                onCompare={() => setDialog({ kind: "compare", photos: found.photos })}
              />
            )}
          </QueryView>
        )
      }
      side={
        client === null || isMissing(found.error) ? undefined : !shown ? (
          <Skeleton shape="card" />
        ) : (
          <div className="flex flex-col gap-4">
            <CaseActions
              shown={shown}
              arePicturesShown={arePicturesShown}
              isDeciding={decisions.isDeciding}
              wasTooLate={decisions.wasTooLate}
              onApprove={decisions.approve}
              onReject={() => setDialog({ kind: "reject" })}
              onRevoke={() => setDialog({ kind: "revoke" })}
            />
            <CaseHistory shown={shown} onShow={({ photos }) => setDialog({ kind: "compare", photos })} />
            <CaseDialogs
              key={shown.client_id}
              shown={shown}
              dialog={dialog}
              Picture={StoredPicture}
              onDecide={decisions.decide}
              onClose={() => setDialog(null)}
            />
          </div>
        )
      }
    />
  );
}

/** Whether all pictures of the case have loaded. */
function useArePicturesShown(shown: Case | undefined): boolean {
  const slots = shown ? slotsOf(shown.photos) : [];
  return useQueries({
    queries: slots.map(({ url }) => storedPictureQuery(url)),
    combine: (pictures) => pictures.every(({ isSuccess }) => isSuccess),
  });
}
