const FIELDS =
  "input, select, textarea, [role='combobox'], [role='radio'], [role='checkbox'], [role='switch']";
const USABLE = ":not(:disabled, [type='hidden'], [aria-hidden='true'], [tabindex='-1'])";

/**
 * The initial focus of a dialog: its first field, else its first button. The close button is skipped, though
 * it comes first in the document.
 */
export function findFirstControl(dialog: HTMLElement | null): HTMLElement | null {
  const field = dialog?.querySelector<HTMLElement>(`:is(${FIELDS})${USABLE}`);
  return field ?? dialog?.querySelector<HTMLElement>(`footer :is(button, a[href])${USABLE}`) ?? null;
}
