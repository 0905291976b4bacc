import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { Banner } from "@/design/banner";
import { buttonClass } from "@/design/button";
import { Card } from "@/design/card";
import { Icon, type IconName } from "@/design/icon";
import { pageExists } from "@/lib/page-paths";
import type { Client } from "@/session/client";

/** Tips for good pictures, and how they are used. */
export function KycAdvice() {
  return (
    <aside aria-label={i18n._("Good to know")} className="flex flex-col gap-4">
      <Card title={i18n._("Taking a good photo")}>
        <ul className="flex flex-col gap-3 text-13 text-ink-2">
          <Advice icon="sun">{i18n._("Use even light, with no flash or reflections.")}</Advice>
          <Advice icon="maximize">{i18n._("Show all four corners, with nothing covered.")}</Advice>
          <Advice icon="eye">{i18n._("Make sure the smallest line is readable.")}</Advice>
          <Advice icon="file">
            {i18n._("Use the original document: no copies, screenshots or edited photos.")}
          </Advice>
        </ul>
      </Card>
      <Card title={i18n._("How your photos are used")}>
        <ul className="flex flex-col gap-3 text-13 text-ink-2">
          <Advice icon="lock">{i18n._("They’re stored encrypted.")}</Advice>
          <Advice icon="user-check">
            {i18n._("Only you and the verification team can open them, and every view is logged.")}
          </Advice>
          <Advice icon="map-pin">{i18n._("Metadata such as your location is removed.")}</Advice>
        </ul>
      </Card>
    </aside>
  );
}

function Advice({ icon, children }: { icon: IconName; children: string }) {
  return (
    <li className="flex items-start gap-2.5">
      <Icon name={icon} className="mt-px text-ink-3" />
      <span className="min-w-0">{children}</span>
    </li>
  );
}

/** Asks for the name before the submission, because it is locked afterwards. */
export function NameNotice({ personalInfo }: { personalInfo: Client["personal_info"] }) {
  if (personalInfo.first_name && personalInfo.last_name) return null;
  return (
    <Banner
      severity="info"
      action={
        pageExists("/personal/settings") && (
          <Link
            to="/personal/settings"
            hash="personal-info"
            className={buttonClass({ severity: "secondary", size: "small" })}
          >
            {i18n._("Enter your name")}
          </Link>
        )
      }
    >
      {i18n._(
        "Your document is compared with your personal information, which has no name yet. It’s locked during review.",
      )}
    </Banner>
  );
}
