/** Moves the focus to the start of the new page: the target of the hash, its heading, or its main element. */
export function focusPage(hash: string): void {
  const main = document.querySelector("main");
  const focused = document.activeElement;
  const hasOwnFocus = focused !== main && main?.contains(focused);
  if (!main || hasOwnFocus) return;

  const start = document.getElementById(hash) ?? main.querySelector("h1") ?? main;
  if (!start.hasAttribute("tabindex")) start.setAttribute("tabindex", "-1");
  // The element is not interactive, so it gets no focus ring.
  start.style.outline = "none";
  start.focus({ preventScroll: true });
}
