import { useState } from "react";
import type { Refusal } from "./refusals";
import type { FieldName, Problems } from "./validation";

const NOTHING: Refusal = { fields: {}, form: null };

/** What is said at which field: nobody is told about a field before they have been there. */
export function useFieldNotes(problems: Problems, refusal: Refusal = NOTHING) {
  const [touched, setTouched] = useState<ReadonlySet<FieldName>>(new Set());
  const [wasAttempted, setAttempted] = useState(false);

  return {
    formProblem: refusal.form,
    problemAt(name: FieldName): string | undefined {
      const problem = problems[name];
      const isShown = problem && (wasAttempted || (touched.has(name) && !problem.isMissing));
      return (isShown ? problem.text : undefined) ?? refusal.fields[name];
    },
    touch: (name: FieldName) => setTouched((known) => (known.has(name) ? known : new Set(known).add(name))),
    showAll: () => setAttempted(true),
    startAfresh() {
      setTouched(new Set());
      setAttempted(false);
    },
  };
}
