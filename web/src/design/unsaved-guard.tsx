import { i18n } from "@lingui/core";
import { useBlocker } from "@tanstack/react-router";
import { useRef } from "react";
import { ConfirmDialog } from "./confirm-dialog";

/** Asks before a form with unsaved changes is left: for another page, or by closing the tab. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  // Some pages need a document of their own: leaving for one must not ask a second time.
  const isLeaving = useRef(false);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname || JSON.stringify(current.search) !== JSON.stringify(next.search),
    enableBeforeUnload: () => !isLeaving.current,
    disabled: !isDirty,
    withResolver: true,
  });

  return (
    <ConfirmDialog
      open={blocker.status === "blocked"}
      title={i18n._("Leave without saving?")}
      confirmLabel={i18n._("Discard changes")}
      cancelLabel={i18n._("Keep editing")}
      severity="error"
      onConfirm={() => {
        isLeaving.current = true;
        blocker.proceed?.();
      }}
      onCancel={() => blocker.reset?.()}
    >
      <p>{i18n._("Your unsaved changes will be lost.")}</p>
    </ConfirmDialog>
  );
}
