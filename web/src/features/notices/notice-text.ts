import { i18n } from "@lingui/core";
import type { Notice, NoticeKind } from "@/api/notices";
import type { IconName } from "@/design/icon";
import { pageExists } from "@/lib/page-paths";

export type NoticeText = {
  icon: IconName;
  title: string;
  detail: string;
  /** The page that it belongs to. */
  link: { to: string; hash?: string } | null;
};

const TRANSACTIONS = { to: "/personal/transactions" };

export const KINDS: readonly NoticeKind[] = [
  "fill",
  "deposit",
  "withdrawal",
  "price_alert",
  "kyc",
  "security",
  "announcement",
];

export function kindName(kind: NoticeKind): string {
  switch (kind) {
    case "fill":
      return i18n._("Filled orders");
    case "deposit":
      return i18n._("Deposits");
    case "withdrawal":
      return i18n._("Withdrawals");
    case "price_alert":
      return i18n._("Price alerts");
    case "kyc":
      return i18n._("Identity verification");
    case "security":
      return i18n._("Security");
    case "announcement":
      return i18n._("Announcements");
  }
}

/** What a notice says, and where it leads. */
export function noticeText(notice: Notice): NoticeText {
  switch (notice.kind) {
    case "fill":
      return fillText(notice.data);
    case "deposit":
      return {
        icon: "arrow-down-to-line",
        title: i18n._("Deposit credited"),
        detail: i18n._("{amount} {coin} added to your balance.", amountOf(notice.data)),
        link: TRANSACTIONS,
      };
    case "withdrawal":
      return { icon: "arrow-up-from-line", ...withdrawalText(notice.data), link: TRANSACTIONS };
    case "price_alert":
      return priceAlertText(notice.data);
    case "kyc":
      return { icon: "id-card", ...kycText(notice.data.status), link: { to: "/personal/kyc" } };
    case "security":
      return {
        icon: "shield-check",
        ...securityText(notice.data),
        link: { to: "/personal/settings", hash: "security" },
      };
    case "announcement":
      return announcementText(notice.data);
  }
}

type Data<Kind extends NoticeKind> = Extract<Notice, { kind: Kind }>["data"];

const amountOf = ({ amount, coin }: { amount: string; coin: string }) => ({ amount, coin });

function fillText({ symbol, side, status, quantity, average_price }: Data<"fill">): NoticeText {
  const [coin, quote] = symbol.split("-");
  const values = { quantity, coin, price: average_price ?? "", quote };
  return {
    icon: "circle-check",
    title:
      status === "filled"
        ? i18n._("{symbol} order filled", { symbol })
        : i18n._("{symbol} order partially filled", { symbol }),
    detail:
      side === "buy"
        ? i18n._("Bought {quantity} {coin} at {price} {quote}.", values)
        : i18n._("Sold {quantity} {coin} at {price} {quote}.", values),
    link: { to: `/trading/${symbol}` },
  };
}

function withdrawalText(data: Data<"withdrawal">): { title: string; detail: string } {
  const values = amountOf(data);
  switch (data.status) {
    case "completed":
      return {
        title: i18n._("Withdrawal completed"),
        detail: i18n._("{amount} {coin} was sent.", values),
      };
    case "under_review":
      return {
        title: i18n._("Withdrawal under review"),
        detail: i18n._("{amount} {coin} stays reserved until the review ends.", values),
      };
    case "rejected":
      return {
        title: i18n._("Withdrawal rejected"),
        detail: i18n._("{amount} {coin} is back in your balance.", values),
      };
    case "failed":
      return {
        title: i18n._("Withdrawal failed"),
        detail: i18n._("{amount} {coin} is back in your balance.", values),
      };
  }
}

function priceAlertText({ symbol, direction, price, last_price }: Data<"price_alert">): NoticeText {
  const values = { price: last_price, quote: symbol.split("-")[1] };
  return {
    icon: direction === "above" ? "trending-up" : "trending-down",
    title: i18n._("{symbol} reached {price}", { symbol, price }),
    detail: i18n._("Traded at {price} {quote}.", values),
    link: { to: `/trading/${symbol}` },
  };
}

function kycText(status: Data<"kyc">["status"]): { title: string; detail: string } {
  switch (status) {
    case "approved":
      return { title: i18n._("Identity verified"), detail: i18n._("Your documents were approved.") };
    case "rejected":
      return { title: i18n._("Documents rejected"), detail: i18n._("Upload new photos to try again.") };
    case "revoked":
      return {
        title: i18n._("Your verification was revoked"),
        detail: i18n._("Contact support if you have questions."),
      };
  }
}

function securityText({ change, act, device }: Data<"security">): { title: string; detail: string } {
  const check = i18n._("Not you? Change your password and contact support.");
  switch (change) {
    case "password":
      return { title: i18n._("Password changed"), detail: check };
    case "email":
      return { title: i18n._("Email address changed"), detail: check };
    case "new_device":
      return { title: i18n._("New device signed in"), detail: device ?? check };
    case "totp":
      return {
        title: act === "removed" ? i18n._("Authenticator app removed") : i18n._("Authenticator app added"),
        detail: check,
      };
    case "passkey":
      return {
        title: act === "removed" ? i18n._("Passkey removed") : i18n._("Passkey added"),
        detail: check,
      };
    case "api_key":
      return {
        title: act === "removed" ? i18n._("API key deleted") : i18n._("API key created"),
        detail: check,
      };
    case "freeze":
      return act === "removed"
        ? { title: i18n._("Account unfrozen"), detail: i18n._("You can use your account again.") }
        : { title: i18n._("Account frozen"), detail: i18n._("Only support can unfreeze it.") };
  }
}

function announcementText({ news_id, title }: Data<"announcement">): NoticeText {
  return {
    icon: "newspaper",
    title: title[i18n.locale] ?? title.en ?? Object.values(title)[0] ?? "",
    detail: i18n._("Announcement"),
    link: pageExists("/news/$id") ? { to: `/news/${news_id}` } : null,
  };
}
