type Part = { title: string | null; html: string };

/** The parts of a text by its main headings; the text before the first one has no title. */
export function splitByHeadings(html: string): Part[] {
  const parts: Part[] = [{ title: null, html: "" }];
  for (const element of new DOMParser().parseFromString(html, "text/html").body.children) {
    if (element.localName === "h2") parts.push({ title: element.textContent, html: "" });
    else (parts.at(-1) as Part).html += element.outerHTML;
  }
  return parts.filter(({ title, html: text }) => title !== null || text !== "");
}
