const FIELDS =
  "input, select, textarea, [role='combobox'], [role='radio'], [role='checkbox'], [role='switch']";
const USABLE = ":not(:disabled, [type='hidden'], [aria-hidden='true'], [tabindex='-1'])";

/**
 * Where work in a dialog begins: at its first field, else at its first answer.
 * The close button comes first in the page but last in mind.
 */
export function findFirstControl(dialog: HTMLElement | null): HTMLElement | null {
  const field = dialog?.querySelector<HTMLElement>(`:is(${FIELDS})${USABLE}`);
  return field ?? dialog?.querySelector<HTMLElement>(`footer :is(button, a[href])${USABLE}`) ?? null;
}
