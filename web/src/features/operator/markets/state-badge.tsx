import { Badge } from "@/design/badge";
import type { PairState } from "./api";
import { stateName } from "./model";

const LOOKS = {
  trading: { severity: "success", icon: "play" },
  cancel_only: { severity: "warn", icon: "ban" },
  halted: { severity: "error", icon: "pause" },
} as const;

export function StateBadge({ state }: { state: PairState }) {
  return <Badge {...LOOKS[state]}>{stateName(state)}</Badge>;
}
