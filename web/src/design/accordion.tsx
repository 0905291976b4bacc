import type { ReactNode } from "react";
import { Icon } from "./icon";

export interface AccordionItem {
  /** Also the anchor of a link that leads straight here. */
  id: string;
  title: string;
  content: ReactNode;
}

interface AccordionProps {
  items: readonly AccordionItem[];
  /** The item that is open at first, such as the one a link named. */
  openId?: string | undefined;
  /** With a name only one item of that name is open at a time. */
  name?: string | undefined;
}

/** Native `details`: it works before the script does, and the browser's search opens what it finds. */
export function Accordion({ items, openId, name }: AccordionProps) {
  return (
    <div className="divide-y divide-line rounded-card border border-line bg-shelf">
      {items.map((item) => (
        <details key={item.id} id={item.id} name={name} open={item.id === openId} className="group">
          <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 rounded-card px-4 py-3 font-medium text-14 text-ink -outline-offset-2 transition-colors hover:bg-raised [&::-webkit-details-marker]:hidden">
            <span className="min-w-0 grow wrap-anywhere">{item.title}</span>
            <Icon name="chevron-down" className="text-ink-3 transition-transform group-open:rotate-180" />
          </summary>
          <div className="px-4 pt-1 pb-4 text-14 text-ink-2">{item.content}</div>
        </details>
      ))}
    </div>
  );
}
