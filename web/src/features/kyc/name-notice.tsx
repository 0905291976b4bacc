import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { Banner } from "@/design/banner";
import { buttonClass } from "@/design/button";
import { pageExists } from "@/lib/page-paths";
import type { Client } from "@/session/client";

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
