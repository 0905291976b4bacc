import { persistDesk } from "./order-desk";

/** Looks up orders that had no response when the page was closed, on whichever page. */
export function restoreOrders(): Promise<void> {
  return persistDesk();
}
