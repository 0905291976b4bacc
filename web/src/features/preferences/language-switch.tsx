import { i18n } from "@lingui/core";
import { site } from "@/session/site";

async function choose(language: string) {
  const { chooseLanguage } = await import("@/session/language");
  await chooseLanguage(language);
}

/** The languages of the site, each in its own words. A native control: it is on the landing page. */
export function LanguageSwitch() {
  const { languages } = site();
  if (languages.length < 2) return null;

  return (
    <select
      aria-label={i18n._("Language")}
      value={i18n.locale}
      onChange={(event) => void choose(event.target.value)}
      className="min-h-8 bg-transparent text-ink-2 hover:text-ink pointer-coarse:text-16"
    >
      {languages.map(({ tag, name }) => (
        <option key={tag} value={tag} lang={tag} className="bg-raised text-ink">
          {name}
        </option>
      ))}
    </select>
  );
}
