import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { Icon } from "./icon";
import { RichText } from "./rich-text";

/** Which membership level something requires, with the way to it. */
export function LevelNote({ level }: { level: string }) {
  return (
    <p className="flex gap-1.5 text-13 text-ink-2">
      <Icon name="lock" size={14} className="mt-0.5 text-ink-3" />
      <span>
        <RichText
          text={i18n._("Requires the <link>{level} level</link>.", { level })}
          tags={{
            link: (words) => (
              <Link to="/kyc-levels" className="text-accent underline underline-offset-4 hover:text-ink">
                {words}
              </Link>
            ),
          }}
        />
      </span>
    </p>
  );
}
