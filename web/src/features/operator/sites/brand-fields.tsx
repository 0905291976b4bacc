import { i18n } from "@lingui/core";
import { Controller, type UseFormReturn } from "react-hook-form";
import { AccentField } from "./accent-field";
import type { SiteValues } from "./model";
import { PictureField } from "./picture-field";

type BrandFieldsProps = { form: UseFormReturn<SiteValues>; siteId: string };

/** Accent color, logo and favicon. */
export function BrandFields({ form, siteId }: BrandFieldsProps) {
  const { errors } = form.formState;
  return (
    <div className="flex flex-col gap-5">
      <Controller
        control={form.control}
        name="accent"
        render={({ field }) => (
          <AccentField value={field.value} error={errors.accent?.message} onChange={field.onChange} />
        )}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Controller
          control={form.control}
          name="logo"
          render={({ field }) => (
            <PictureField
              siteId={siteId}
              kind="logo"
              label={i18n._("Logo")}
              hint={i18n._("PNG, WebP or JPEG, at most 2 MB. Shown in the header.")}
              value={field.value}
              onChange={field.onChange}
            />
          )}
        />
        <Controller
          control={form.control}
          name="favicon"
          render={({ field }) => (
            <PictureField
              siteId={siteId}
              kind="favicon"
              label={i18n._("Favicon")}
              hint={i18n._("PNG, WebP or JPEG, at most 1 MB. Shown in browser tabs.")}
              value={field.value}
              onChange={field.onChange}
            />
          )}
        />
      </div>
    </div>
  );
}
