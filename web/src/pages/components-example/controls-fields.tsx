import { i18n } from "@lingui/core";
import { type ReactNode, useState } from "react";
import { DateField } from "@/design/date-field";
import { Field } from "@/design/field";
import { PasswordInput } from "@/design/password-input";
import { PasswordStrength } from "@/design/password-strength";
import { TextArea } from "@/design/text-area";
import { TextInput } from "@/design/text-input";
import { localDay } from "@/lib/day";
import { ControlsGrid, Example } from "./example";

export function ControlsFields() {
  return (
    <>
      <Example title={i18n._("Text fields")}>
        <ControlsGrid>
          <Field label={i18n._("Email")} hint={i18n._("A code is sent to this address.")}>
            <TextInput type="email" autoComplete="email" icon="mail" placeholder="name@example.com" />
          </Field>
          <CheckedName />
          <Field label={i18n._("Referral code")} optional>
            <TextInput placeholder={i18n._("From a friend")} />
          </Field>
          <Field label={i18n._("Account")} hint={i18n._("It can’t be changed.")}>
            <TextInput disabled defaultValue="ada@example.com" />
          </Field>
          <Field label={i18n._("Small")}>
            <TextInput size="small" icon="search" placeholder={i18n._("Search pairs")} />
          </Field>
          <Field label={i18n._("Normal, with a unit")}>
            <TextInput inputMode="numeric" defaultValue="30" suffix={i18n._("days")} />
          </Field>
          <Field label={i18n._("Large")}>
            <TextInput size="large" placeholder={i18n._("Your email")} />
          </Field>
          <Field label={i18n._("Read only")} aside={i18n._("Since 2026")}>
            <TextInput readOnly defaultValue="CW-2048-7711" />
          </Field>
        </ControlsGrid>
      </Example>
      <div className="grid gap-10 sm:grid-cols-2">
        <Example title={i18n._("Text areas")}>
          <div className="space-y-5">
            <Field label={i18n._("About you")} hint={i18n._("At most 280 characters.")} optional>
              <TextArea rows={3} placeholder={i18n._("Describe what happened")} />
            </Field>
            <Field label={i18n._("Message")} error={i18n._("Describe what happened.")}>
              <TextArea rows={3} />
            </Field>
          </div>
        </Example>
        <Example title={i18n._("Passwords")}>
          <Passwords />
        </Example>
      </div>
    </>
  );
}

const MIN_NAME_LENGTH = 3;

function CheckedName() {
  const [name, setName] = useState("ad");
  let error: ReactNode = null;
  if (!/^[a-z0-9_]*$/.test(name)) error = i18n._("Use lowercase letters, digits and underscores.");
  else if (name.length < MIN_NAME_LENGTH)
    error = i18n._("Use at least {count} characters.", { count: MIN_NAME_LENGTH });
  return (
    <Field label={i18n._("Username")} hint={i18n._("This name is available.")} error={error}>
      <TextInput value={name} icon="user" onChange={(event) => setName(event.target.value)} />
    </Field>
  );
}

function Passwords() {
  const [password, setPassword] = useState("");
  return (
    <div className="space-y-5">
      <div className="space-y-2">
        <Field label={i18n._("New password")}>
          <PasswordInput
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <PasswordStrength password={password} email="ada@example.com" />
      </div>
      <Field label={i18n._("Password")} error={i18n._("Incorrect password.")}>
        <PasswordInput defaultValue="a wrong password" />
      </Field>
      <Field label={i18n._("Password, disabled")}>
        <PasswordInput disabled defaultValue="a kept password" />
      </Field>
    </div>
  );
}

export function ControlsDates() {
  const [today] = useState(() => localDay(new Date()));
  const [day, setDay] = useState(today);
  const [birthDay, setBirthDay] = useState("");
  const [monday, setMonday] = useState("");
  return (
    <Example title={i18n._("Dates")}>
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
    </Example>
  );
}

function WrongDate() {
  const [day, setDay] = useState("31/12/26");
  const error =
    day === "31/12/26" ? i18n._("Enter the date as {format}.", { format: "mm/dd/yyyy" }) : undefined;
  return <DateField label={i18n._("Wrong date")} value={day} onValueChange={setDay} error={error} />;
}
