import { Badge } from "@/design/badge";
import type { Level } from "@/session/levels";
import { describeFeature } from "./model";

/** What each level adds to those below it. */
export function UnlockList({ levels }: { levels: readonly Level[] }) {
  return (
    <dl className="divide-y divide-line rounded-card border border-line bg-deep">
      {levels.map(({ key, name, features }) => (
        <div key={key} className="flex flex-col gap-2 px-4 py-3 sm:flex-row sm:items-center sm:gap-4">
          <dt className="w-28 shrink-0 font-medium text-14 text-ink">{name}</dt>
          <dd className="flex flex-wrap gap-2">
            {features.map((feature) => (
              <Badge key={feature}>{describeFeature(feature)}</Badge>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
