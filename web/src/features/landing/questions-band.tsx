import { i18n } from "@lingui/core";
import { Band } from "./band";
import { LiveSlot } from "./live-slot";

export function QuestionsBand() {
  return (
    <Band
      id="questions"
      title={i18n._("Questions")}
      link={{ to: "/faq", text: i18n._("All questions and support") }}
    >
      <LiveSlot name="questions" rows={6} className="bg-deep" />
    </Band>
  );
}
