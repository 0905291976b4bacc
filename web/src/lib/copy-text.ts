/** Puts text on the clipboard; false where the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // Missing outside of secure contexts, for example on an installation reached by its plain network address.
    if (navigator.clipboard === undefined) return copyBySelection(text);
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const holder = document.createElement("textarea");
  holder.value = text;
  holder.readOnly = true;
  holder.style.position = "fixed";
  holder.style.opacity = "0";
  const focused = document.activeElement;
  // Inside the open dialog, where there is one: its focus trap would take the focus back from anywhere else.
  (focused?.closest("[role=dialog]") ?? document.body).append(holder);
  holder.select();
  const isCopied = document.execCommand?.("copy") ?? false;
  holder.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
