import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { Card } from "@/design/card";
import { Icon, type IconName } from "@/design/icon";
import { type PagePath, pageExists } from "@/lib/page-paths";
import type { Client } from "@/session/client";
import type { Todo } from "./model";

interface TodoCardProps {
  todos: readonly Todo[];
  kycStatus: Client["kyc"]["status"];
}

/** The remaining to-dos; completed ones stay, checked. */
export function TodoCard({ todos, kycStatus }: TodoCardProps) {
  const done = todos.filter(({ isDone }) => isDone).length;
  const isAllDone = done === todos.length;
  return (
    <Card
      title={isAllDone ? i18n._("Everything is set up") : i18n._("To do")}
      actions={
        <span className="text-13 text-ink-2 tabular-nums">
          {i18n._("{done} of {all} done", { done, all: todos.length })}
        </span>
      }
    >
      <ul className="-mx-4 -mb-4 divide-y divide-line border-line border-t">
        {todos.map((todo) => (
          <TodoRow key={todo.key} todo={todo} {...describeTodo(todo, kycStatus)} />
        ))}
      </ul>
    </Card>
  );
}

type TodoText = { icon: IconName; title: string; detail: string; to: PagePath; hash?: string };

function TodoRow({ todo, icon, title, detail, to, hash }: TodoText & { todo: Todo }) {
  const content = (
    <>
      <span className="flex size-10 shrink-0 items-center justify-center rounded-full border border-line bg-shelf">
        <Icon
          name={todo.isDone ? "check" : icon}
          size={18}
          className={todo.isDone ? "text-success" : "text-ink-2"}
        />
      </span>
      <span className="min-w-0 grow">
        <span className="block font-medium text-14 text-ink">{title}</span>
        <span className="mt-0.5 block text-13 text-ink-2">{detail}</span>
      </span>
    </>
  );
  if (todo.isDone || !pageExists(to)) {
    return <li className="flex items-center gap-4 px-4 py-3">{content}</li>;
  }
  return (
    <li>
      <Link
        to={to}
        {...(hash === undefined ? {} : { hash })}
        className="flex items-center gap-4 px-4 py-3 -outline-offset-2 transition-colors hover:bg-shelf"
      >
        {content}
        <Icon name="chevron-right" className="text-ink-3" />
      </Link>
    </li>
  );
}

function describeTodo({ key, isDone }: Todo, kycStatus: Client["kyc"]["status"]): TodoText {
  switch (key) {
    case "email":
      return {
        icon: "mail",
        title: isDone ? i18n._("Email address confirmed") : i18n._("Confirm your email address"),
        detail: i18n._("Codes and alerts are sent there."),
        to: "/register/verification",
      };
    case "second_factor":
      return {
        icon: "shield",
        title: isDone
          ? i18n._("Two-factor authentication set up")
          : i18n._("Set up two-factor authentication"),
        detail: i18n._("Protects you even if your password is stolen."),
        to: "/personal/settings",
        hash: "authenticator-app",
      };
    case "identity":
      return { icon: "id-card", ...describeIdentity(kycStatus), to: "/personal/kyc" };
    case "deposit":
      return {
        icon: "arrow-down-to-line",
        title: isDone ? i18n._("First deposit made") : i18n._("Make your first deposit"),
        detail: i18n._("Send coins to your deposit address."),
        to: "/personal/deposit",
      };
  }
}

function describeIdentity(status: Client["kyc"]["status"]): { title: string; detail: string } {
  switch (status) {
    case "unverified":
      return {
        title: i18n._("Verify your identity"),
        detail: i18n._("A document and a selfie raise your daily withdrawal limit."),
      };
    case "pending":
      return {
        title: i18n._("Your documents are under review"),
        detail: i18n._("The result arrives by email."),
      };
    case "rejected":
      return {
        title: i18n._("Upload new photos of your document"),
        detail: i18n._("The last photos couldn’t be verified."),
      };
    case "revoked":
      return {
        title: i18n._("Verify your identity again"),
        detail: i18n._("Your verification was revoked."),
      };
    case "approved":
      return { title: i18n._("Identity verified"), detail: i18n._("Nothing more to do.") };
  }
}
