/** A changed field in words. */
export type Difference = { what: string; before: string; after: string };

type Line = { what: string; value: string };

/** The lines whose value changed; both lists have the same lines in the same order. */
export function changedLines(before: readonly Line[], after: readonly Line[]): Difference[] {
  return after.flatMap(({ what, value }, index) => {
    const known = before[index]?.value ?? "";
    return known === value ? [] : [{ what, before: known, after: value }];
  });
}
