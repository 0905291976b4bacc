import { persisted } from "@/lib/persisted";
import { setOneClick } from "./one-click";

/** Migrates the one-click setting from its former storage key. */
export function moveFormerOneClick(): void {
  const former = persisted("cw:account:one-click", (stored) => (stored === "on" ? "on" : null), "browser");
  if (former.getState() === null) return;
  setOneClick(true);
  former.setState(null);
}
