import { i18n } from "@lingui/core";
import { classNames } from "@/lib/class-names";
import { type ConnectionState, useConnectionState } from "@/realtime/connection";

const DOTS: Record<ConnectionState, string> = {
  live: "bg-success",
  connecting: "bg-warn motion-safe:animate-pulse",
  offline: "bg-error",
};

/** Whether the realtime connection is up. */
export function ConnectionBadge() {
  const state = useConnectionState();
  return (
    <span
      role="status"
      className={classNames(
        "inline-flex items-center gap-2 whitespace-nowrap text-12",
        state === "live" ? "text-ink-2" : "text-ink",
      )}
    >
      <span aria-hidden="true" className={classNames("size-2 rounded-full", DOTS[state])} />
      {describe(state)}
    </span>
  );
}

function describe(state: ConnectionState): string {
  if (state === "live") return i18n._("Live");
  return state === "connecting" ? i18n._("Connecting") : i18n._("Offline");
}
