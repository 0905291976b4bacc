import { i18n } from "@lingui/core";
import { Button } from "@/design/button";
import { Icon, type IconName } from "@/design/icon";
import { PageSection } from "@/design/page-section";
import { QrCode } from "@/design/qr-code";
import { useInstall } from "@/features/apps/install-prompt";
import { site } from "@/session/site";

export function AppsPage() {
  const { sitename } = site();

  return (
    <div className="flex max-w-3xl flex-col gap-12">
      <PageSection
        level={1}
        title={i18n._("Apps")}
        description={i18n._(
          "{sitename} is an app you install from your browser. It has every feature of the site and is always up to date.",
          { sitename },
        )}
      >
        <InstallAction />
      </PageSection>
      <PageSection
        title={i18n._("On your phone")}
        description={i18n._("Scan the code to open {sitename} on your phone.", { sitename })}
      >
        <QrCode
          value={location.origin}
          label={i18n._("QR code of the address of {sitename}", { sitename })}
        />
      </PageSection>
      <PageSection title={i18n._("How to install")}>
        <Instructions />
      </PageSection>
      <PageSection title={i18n._("What works offline")}>
        <p className="max-w-prose text-pretty text-16 text-ink-2">
          {i18n._(
            "Without a connection the app opens and says so. It never shows stored prices or balances. Orders you placed before stay on the exchange.",
          )}
        </p>
      </PageSection>
    </div>
  );
}

function InstallAction() {
  const { canInstall, isInstalled, install } = useInstall();
  if (isInstalled)
    return <p className="text-16 text-ink-2">{i18n._("The app is installed on this device.")}</p>;
  if (!canInstall) return null;
  return (
    <div>
      <Button size="large" icon="download" onClick={() => void install()}>
        {i18n._("Install the app")}
      </Button>
    </div>
  );
}

function Instructions() {
  const devices: { icon: IconName; title: string; text: string }[] = [
    {
      icon: "smartphone",
      title: i18n._("iPhone and iPad"),
      text: i18n._("Open the site in Safari, tap Share, then Add to Home Screen."),
    },
    {
      icon: "smartphone",
      title: i18n._("Android"),
      text: i18n._("Open the site in Chrome, tap the menu, then Add to Home screen or Install app."),
    },
    {
      icon: "monitor",
      title: i18n._("Windows, macOS and Linux"),
      text: i18n._("In Chrome or Edge, select the install icon in the address bar."),
    },
  ];

  return (
    <ul className="flex flex-col gap-6">
      {devices.map(({ icon, title, text }) => (
        <li key={title} className="flex gap-4">
          <Icon name={icon} size={24} className="mt-0.5 text-ink-3" />
          <div>
            <h3 className="font-semibold text-16">{title}</h3>
            <p className="mt-1 text-pretty text-16 text-ink-2">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
