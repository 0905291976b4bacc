import { i18n } from "@lingui/core";
import { useState } from "react";
import { DateField } from "@/design/date-field";
import { localDay } from "@/lib/day";
import { ControlsExample, ControlsGrid } from "./controls-example";

export function ControlsDates() {
  const [today] = useState(() => localDay(new Date()));
  const [day, setDay] = useState(today);
  const [birthDay, setBirthDay] = useState("");
  const [monday, setMonday] = useState("");
  return (
    <ControlsExample title={i18n._("Dates")}>
      <ControlsGrid>
        <DateField label={i18n._("Date")} value={day} onValueChange={setDay} />
        <DateField
          label={i18n._("Date in the past")}
          hint={i18n._("Later days can’t be selected.")}
          max={today}
          value={birthDay}
          onValueChange={setBirthDay}
        />
        <DateField
          label={i18n._("Another format, weeks from Monday")}
          format="dd.mm.yyyy"
          firstWeekday={1}
          value={monday}
          onValueChange={setMonday}
        />
        <DateField label={i18n._("Date, disabled")} disabled value={today} onValueChange={() => undefined} />
        <WrongDate />
      </ControlsGrid>
    </ControlsExample>
  );
}

function WrongDate() {
  const [day, setDay] = useState("31/12/26");
  const error =
    day === "31/12/26" ? i18n._("Enter the date as {format}.", { format: "mm/dd/yy" }) : undefined;
  return <DateField label={i18n._("Wrong date")} value={day} onValueChange={setDay} error={error} />;
}
