import { persisted } from "@/lib/persisted";
import { setOneClick } from "./one-click";

/** Takes over the choice of one-click trading from where earlier versions of the page stored it. */
export function moveFormerOneClick(): void {
  const former = persisted("cw:account:one-click", (stored) => (stored === "on" ? "on" : null), "browser");
  if (former.getState() === null) return;
  setOneClick(true);
  former.setState(null);
}
