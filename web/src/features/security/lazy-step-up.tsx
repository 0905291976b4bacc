import { type ComponentType, useEffect, useState } from "react";
import { useStepUpRequest } from "@/session/step-up";

/** Mounted from the start; the dialog is loaded with the first call that needs it. */
export function LazyStepUp() {
  const request = useStepUpRequest();
  const [Dialog, setDialog] = useState<ComponentType | null>(null);

  useEffect(() => {
    if (!request || Dialog) return;
    import("./step-up").then(
      (loaded) => setDialog(() => loaded.StepUpDialog),
      // If the dialog cannot be loaded, the step-up is cancelled.
      () => request.onCancel(),
    );
  }, [request, Dialog]);

  return Dialog ? <Dialog /> : null;
}
