import { type ComponentType, useEffect, useState } from "react";
import { useStepUpRequest } from "@/session/step-up";

/** Stands in the page from the start; the dialog arrives with the first call that needs it. */
export function LazyStepUp() {
  const request = useStepUpRequest();
  const [Dialog, setDialog] = useState<ComponentType | null>(null);

  useEffect(() => {
    if (!request || Dialog) return;
    import("./step-up").then(
      (loaded) => setDialog(() => loaded.StepUpDialog),
      // A question that cannot be asked is as good as declined.
      () => request.onCancel(),
    );
  }, [request, Dialog]);

  return Dialog ? <Dialog /> : null;
}
