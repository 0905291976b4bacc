import { i18n } from "@lingui/core";
import { type ComponentType, lazy, Suspense } from "react";
import { Icon, type IconName } from "@/design/icon";
import { useNear } from "@/design/use-near";
import { site } from "@/session/site";
import { Band } from "./band";

const QR_PIXELS = 176;

type QrCodeProps = { value: string; label: string; size: number };

const SiteQrCode = lazy(async (): Promise<{ default: ComponentType<QrCodeProps> }> => {
  const loaded = await import("@/design/qr-code").catch(() => null);
  return { default: loaded?.QrCode ?? (() => null) };
});

function devices(): { icon: IconName; title: string; text: string }[] {
  return [
    {
      icon: "smartphone",
      title: i18n._("On your phone"),
      text: i18n._("Scan the code, then add the site to your home screen. Nothing to download from a store."),
    },
    {
      icon: "monitor",
      title: i18n._("On your computer"),
      text: i18n._("Install it from the browser’s address bar. It opens in a window of its own."),
    },
  ];
}

export function AppsBand() {
  const [place, isNear] = useNear<HTMLDivElement>();

  return (
    <Band
      id="apps"
      tone="deep"
      title={i18n._("One app for every screen")}
      lead={i18n._("The website is the app: the same features on every device, always up to date.")}
      link={{ to: "/apps", text: i18n._("Install the app") }}
    >
      <div className="flex flex-col items-start gap-8 sm:flex-row sm:gap-12">
        <div ref={place} className="size-44 shrink-0 rounded-card bg-raised">
          {isNear && (
            <Suspense>
              <SiteQrCode
                value={location.origin}
                size={QR_PIXELS}
                label={i18n._("QR code of the address of {sitename}", { sitename: site().sitename })}
              />
            </Suspense>
          )}
        </div>
        <ul className="flex min-w-0 flex-col gap-8">
          {devices().map(({ icon, title, text }) => (
            <li key={icon} className="flex gap-4">
              <Icon name={icon} size={24} className="mt-0.5 text-ink-3" />
              <div>
                <h3 className="font-semibold text-16">{title}</h3>
                <p className="mt-1 max-w-prose text-pretty text-16 text-ink-2">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </Band>
  );
}
