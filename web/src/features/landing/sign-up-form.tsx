import { i18n } from "@lingui/core";
import { Button } from "@/design/button";

/** A plain form: it hands the address to the sign-up page even before the scripts of that page are here. */
export function SignUpForm() {
  return (
    <form action="/register" method="get" className="flex w-full max-w-lg flex-col gap-2">
      <label htmlFor="sign-up-email" className="text-13 text-ink-2">
        {i18n._("Email address")}
      </label>
      <div className="flex flex-col gap-2 sm:flex-row">
        <input
          id="sign-up-email"
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="email"
          className="h-12 min-w-0 rounded-control border border-line-strong bg-shelf px-4 text-16 text-ink sm:flex-1"
        />
        <Button type="submit" size="large">
          {i18n._("Create account")}
        </Button>
      </div>
    </form>
  );
}
