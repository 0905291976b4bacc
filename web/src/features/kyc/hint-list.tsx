import { Icon } from "@/design/icon";
import type { QualityHint } from "./quality";
import { hintText } from "./texts";

/** Possible quality problems of a picture; the person decides. */
export function HintList({ hints }: { hints: readonly QualityHint[] }) {
  if (hints.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1.5 text-13 text-warn">
      {hints.map((hint) => (
        <li key={hint} className="flex items-start gap-2">
          <Icon name="triangle-alert" className="mt-px" />
          <span className="min-w-0">{hintText(hint)}</span>
        </li>
      ))}
    </ul>
  );
}
