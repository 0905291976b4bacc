import { i18n } from "@lingui/core";
import type { FunctionComponent } from "react";
import type { IconName } from "@/design/icon";
import { uploadFile } from "@/features/files/upload";
import { NoticeSettingsCard } from "@/features/notices/notice-settings-card";
import { AppearanceCard } from "@/features/preferences/appearance-card";
import { AvatarCard } from "@/features/profile/avatar-card";
import { PersonalInfoForm } from "@/features/profile/personal-info-form";
import { ProfileForm } from "@/features/profile/profile-form";
import { ApiKeyList } from "@/features/security/api-key-list";
import { LoginHistory } from "@/features/security/login-history";
import { ScoreCard } from "@/features/security/score-card";
import { SecurityRows } from "@/features/security/security-rows";
import { SessionList } from "@/features/security/session-list";
import type { Client } from "@/session/client";

type Section = {
  /** The URL's hash. */
  id: string;
  label: () => string;
  icon: IconName;
  content: FunctionComponent<{ client: Client }>;
  /** Hashes of parts inside the section. */
  places?: readonly string[];
};

const storeAvatar = (file: File) => uploadFile("avatar")(file, () => undefined, new AbortController().signal);

export const SECTIONS: readonly Section[] = [
  {
    id: "profile",
    label: () => i18n._("Profile"),
    icon: "user",
    content: ({ client }) => (
      <>
        <AvatarCard client={client} upload={storeAvatar} />
        <ProfileForm client={client} />
      </>
    ),
  },
  {
    id: "personal-info",
    label: () => i18n._("Personal information"),
    icon: "id-card",
    content: PersonalInfoForm,
  },
  {
    id: "security",
    label: () => i18n._("Security"),
    icon: "shield-check",
    places: ["password", "email-address", "authenticator-app", "passkeys", "anti-phishing-code", "freeze"],
    content: ({ client }) => (
      <>
        <ScoreCard client={client} />
        <SecurityRows client={client} />
      </>
    ),
  },
  {
    id: "sessions",
    label: () => i18n._("Sessions"),
    icon: "laptop",
    content: () => (
      <>
        <SessionList />
        <LoginHistory />
      </>
    ),
  },
  { id: "api-keys", label: () => i18n._("API keys"), icon: "key", content: ApiKeyList },
  {
    id: "notifications",
    label: () => i18n._("Notifications"),
    icon: "bell",
    content: NoticeSettingsCard,
  },
  { id: "appearance", label: () => i18n._("Appearance"), icon: "sliders", content: AppearanceCard },
];

/** The section of a hash: by its id, by a part inside it, or else the first. */
export function sectionOf(hash: string): string {
  const found = SECTIONS.find(({ id, places }) => id === hash || places?.includes(hash));
  return found?.id ?? "profile";
}
