import { i18n } from "@lingui/core";
import { useState } from "react";
import { describeCopy } from "@/design/copy-button";
import { Icon, type IconName } from "@/design/icon";
import { ICON_NAMES } from "@/design/icons/icon-names";
import { SearchInput } from "@/design/search-input";
import { useCopy } from "@/design/use-copy";
import { classNames } from "@/lib/class-names";

/** Every icon of the sprite with its name; a click copies the name. */
export function IconsPage() {
  const [query, setQuery] = useState("");
  const wanted = query.trim().toLowerCase().replaceAll(" ", "-");
  const found = ICON_NAMES.filter((name) => name.includes(wanted));
  return (
    <>
      <h1 className="font-semibold text-28">{i18n._("Icons")}</h1>
      <p className="mt-2 max-w-prose text-ink-2">
        {i18n._("All icons come from one sprite. Select one to copy its name.")}
      </p>
      <div className="mt-6 mb-4 flex flex-wrap items-center gap-4">
        <SearchInput
          size="normal"
          aria-label={i18n._("Search icons")}
          value={query}
          onValueChange={setQuery}
          className="max-w-80"
        />
        <p role="status" className="text-13 text-ink-3">
          {i18n._("{count, plural, =0 {No icon has this name} one {# icon} other {# icons}}", {
            count: found.length,
          })}
        </p>
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-2">
        {found.map((name) => (
          <li key={name}>
            <IconTile name={name} />
          </li>
        ))}
      </ul>
    </>
  );
}

function IconTile({ name }: { name: IconName }) {
  const { outcome, copy } = useCopy();
  const isCopied = outcome === "copied";
  return (
    <>
      <button
        type="button"
        onClick={() => copy(name)}
        className={classNames(
          "flex h-24 w-full flex-col items-center justify-center gap-3 rounded-card border bg-deep px-2 transition-[border-color,background-color] hover:bg-shelf",
          isCopied ? "border-accent" : "border-line hover:border-line-strong",
        )}
      >
        <Icon name={name} size={24} className={isCopied ? "text-accent" : "text-ink"} />
        <span className="max-w-full text-12 text-ink-2 wrap-anywhere">{name}</span>
      </button>
      <span role="status" className="sr-only">
        {describeCopy(outcome)}
      </span>
    </>
  );
}
