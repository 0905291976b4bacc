import type { Query } from "@tanstack/react-query";
import { queries } from "@/api/queries";
import { onSessionChange } from "./session";

const HEADER = "X-Private-Seq";

let position: number | null = null;
let earlyQueries = new WeakSet<Query>();

queries.getQueryCache().subscribe((event) => {
  if (event.type !== "updated" || event.action.type !== "fetch") return;
  if (position === null) earlyQueries.add(event.query);
  else earlyQueries.delete(event.query);
});
onSessionChange(() => {
  position = null;
  earlyQueries = new WeakSet();
});

/** Takes the position of the client's private channels from the first response that has it. */
export function readPrivatePosition(response: Response): void {
  const seq = Number(response.headers.get(HEADER) ?? Number.NaN);
  if (Number.isSafeInteger(seq)) position ??= seq;
}

/** Where the private channels stood when the client was loaded; null while unknown. */
export function privatePosition(): number | null {
  return position;
}

/** Whether the query began before the position was known: its data may lack what happened before that. */
export function isEarly(query: Query): boolean {
  return earlyQueries.has(query);
}
