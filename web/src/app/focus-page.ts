/** Moves the focus to where the new page begins: the place the address names, its heading, or its main part. */
export function focusPage(hash: string): void {
  const main = document.querySelector("main");
  const focused = document.activeElement;
  const hasOwnFocus = focused !== main && main?.contains(focused);
  if (!main || hasOwnFocus) return;

  const start = document.getElementById(hash) ?? main.querySelector("h1") ?? main;
  if (!start.hasAttribute("tabindex")) start.setAttribute("tabindex", "-1");
  // The place is not operable; a ring around it would promise that it is.
  start.style.outline = "none";
  start.focus({ preventScroll: true });
}
