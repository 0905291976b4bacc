const ID = "prerendered";
const BANDS_ID = "below-the-fold";

/** What the server put into the document to be seen before the first script ran; null once it was replaced. */
function prerendered(): HTMLElement | null {
  return document.getElementById(ID);
}

/** Its part below the first screen, which stays until the one of this app has loaded. */
export function prerenderedBands(): Element | null {
  return prerendered()?.querySelector(`#${BANDS_ID}`) ?? null;
}

/** Removes it, once the same is rendered; what was typed into it and the focus stay. */
export function replacePrerendered(): void {
  const old = prerendered();
  if (!old) return;
  const focusedId = old.contains(document.activeElement) ? document.activeElement?.id : undefined;
  const typed = [...old.querySelectorAll<HTMLInputElement>("input[id]")].map(({ id, value }) => ({
    id,
    value,
  }));
  old.remove();
  for (const { id, value } of typed) {
    const field = document.getElementById(id);
    if (value && field instanceof HTMLInputElement) field.value = value;
  }
  if (focusedId) document.getElementById(focusedId)?.focus({ preventScroll: true });
}
