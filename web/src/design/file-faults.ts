import { i18n } from "@lingui/core";
import { formatFileSize } from "@/lib/file-size";

const NAMES: Record<string, string> = { jpeg: "JPG", "svg+xml": "SVG", webp: "WebP" };

export function describeTypes(accept: readonly string[]): string {
  const names = accept.map((type) => {
    const kind = type.split("/")[1] ?? type;
    return NAMES[kind] ?? kind.toUpperCase();
  });
  return new Intl.ListFormat(i18n.locale, { type: "disjunction" }).format(names);
}

/** Finds what keeps a file from being uploaded: another type, or too many bytes; null if nothing does. */
export function fileFaultFinder(accept: readonly string[], maxBytes: number) {
  return (file: File): string | null => {
    if (!accept.includes(file.type)) {
      return i18n._("This file type isn’t supported. Use {types}.", { types: describeTypes(accept) });
    }
    if (file.size > maxBytes) {
      const sizes = { size: formatFileSize(file.size), most: formatFileSize(maxBytes) };
      return i18n._("This file is {size}. Maximum: {most}.", sizes);
    }
    return null;
  };
}
