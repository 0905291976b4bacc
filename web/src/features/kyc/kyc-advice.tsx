import { i18n } from "@lingui/core";
import { Card } from "@/design/card";
import { Icon, type IconName } from "@/design/icon";

/** Beside the steps: how pictures turn out well, and what becomes of them. */
export function KycAdvice() {
  return (
    <aside aria-label={i18n._("Good to know")} className="flex flex-col gap-4">
      <Card title={i18n._("A good picture")}>
        <ul className="flex flex-col gap-3 text-13 text-ink-2">
          <Advice icon="sun">{i18n._("Even light, without flash and without reflections.")}</Advice>
          <Advice icon="maximize">{i18n._("All four corners in the picture, nothing covered.")}</Advice>
          <Advice icon="eye">{i18n._("Sharp enough to read the smallest line.")}</Advice>
          <Advice icon="file">
            {i18n._("The document itself: no copy, no screenshot, no edited picture.")}
          </Advice>
        </ul>
      </Card>
      <Card title={i18n._("What becomes of your pictures")}>
        <ul className="flex flex-col gap-3 text-13 text-ink-2">
          <Advice icon="lock">{i18n._("They are stored encrypted.")}</Advice>
          <Advice icon="user-check">
            {i18n._("Only you and the staff who check documents can open them, and each look is recorded.")}
          </Advice>
          <Advice icon="map-pin">{i18n._("What the camera adds, such as the place, is removed.")}</Advice>
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
