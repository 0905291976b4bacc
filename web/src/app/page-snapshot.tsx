import { useState } from "react";
import { PAGE_ELEMENT_ID } from "./app-frame";

/**
 * What was on the page before an error: React takes it out of the document when it shows this instead,
 * but while this is being rendered it is still there and can be copied.
 */
export function PageSnapshot() {
  const [kept] = useState(() => {
    const page = document.getElementById(PAGE_ELEMENT_ID);
    return [...(page?.childNodes ?? [])].map((node) => node.cloneNode(true));
  });

  return <div className="contents" ref={(element) => element?.replaceChildren(...kept)} />;
}
