import { isPersisted } from "@/lib/persisted";

export const orderKeys = {
  open: ["orders", "open"],
  history: ["orders", "history"],
  fills: ["fills"],
};

/** The storage key of an account's order desk. */
export const DESK_KEY = "cw:order-desk";

/** Whether an earlier load of the page has stored drafts or orders. */
export const hasStoredDesk = () => isPersisted(DESK_KEY);
