import type { ReactNode } from "react";
import { Icon } from "./icon";

export interface AccordionItem {
  /** Also the target of links to this item. */
  id: string;
  title: ReactNode;
  content: ReactNode;
}

interface AccordionProps {
  items: readonly AccordionItem[];
  /** The initially open item, such as the one in the URL's hash. */
  openId?: string | undefined;
  /** Items with the same name are exclusive: only one is open at a time. */
  name?: string | undefined;
}

/** Native `details`: works before scripts load, and find-in-page opens matches. */
export function Accordion({ items, openId, name }: AccordionProps) {
  return (
    <div className="divide-y divide-line rounded-card border border-line bg-shelf">
      {items.map((item) => (
        <details
          key={item.id}
          id={item.id}
          name={name}
          open={item.id === openId}
          className="group scroll-mt-20"
        >
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
