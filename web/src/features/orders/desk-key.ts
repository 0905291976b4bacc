import { isPersisted } from "@/lib/persisted";

/** Under which the browser stores an account's order desk. */
export const DESK_KEY = "cw:order-desk";

/** Whether an earlier load of the page has left drafts or orders. */
export const hasStoredDesk = () => isPersisted(DESK_KEY);
