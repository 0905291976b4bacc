import { i18n } from "@lingui/core";
import { type ComponentProps, Suspense, useState } from "react";
import { QueryProvider } from "@/api/query-provider";
import { Avatar } from "@/design/avatar";
import { lazyDialog } from "@/design/lazy-part";
import { useCurrentClient } from "@/session/client";

const loadItems = () => import("./account-items").then((module) => module.AccountItems);
// Lazily loaded: its library is large, and the menu is rarely opened.
const AccountItems = lazyDialog(loadItems);

/** The avatar with the account menu. It provides the query cache itself, because the landing layout has none. */
export function AccountMenu() {
  return (
    <QueryProvider>
      <AvatarMenu />
    </QueryProvider>
  );
}

function AvatarMenu() {
  const [wasPressed, setPressed] = useState(false);
  const prepare = () => loadItems().catch(() => undefined);

  if (!wasPressed) {
    return (
      <AvatarButton
        aria-haspopup="menu"
        aria-expanded={false}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setPressed(true)}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown" || event.key === "ArrowUp") setPressed(true);
        }}
      />
    );
  }
  return (
    <Suspense fallback={<AvatarButton aria-haspopup="menu" aria-expanded={true} aria-busy={true} />}>
      <AccountItems trigger={<AvatarButton />} onClose={() => setPressed(false)} />
    </Suspense>
  );
}

function AvatarButton(props: ComponentProps<"button">) {
  const client = useCurrentClient();
  return (
    <button
      type="button"
      aria-label={i18n._("Account")}
      title={client?.email}
      className="grid size-10 place-items-center rounded-full"
      {...props}
    >
      <Avatar name={client?.username ?? client?.email ?? ""} src={client?.avatar} size="small" decorative />
    </button>
  );
}
