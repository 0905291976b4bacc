import { i18n } from "@lingui/core";
import type { PageRoute } from "./routes";

/** The console's part of the route table. Its layout asks for a sign-in, so no page here has a guard. */
export const OPERATOR_PAGES: readonly PageRoute[] = [
  {
    path: "/operator",
    layout: "operator",
    title: () => i18n._("Operator console"),
    page: () => import("@/pages/operator/overview").then((module) => module.OperatorOverviewPage),
  },
  {
    path: "/operator/kyc",
    layout: "operator",
    title: () => i18n._("KYC review"),
    page: () => import("@/pages/operator/kyc").then((module) => module.KycPage),
  },
  {
    path: "/operator/kyc/$client",
    layout: "operator",
    title: () => i18n._("KYC case"),
    page: () => import("@/pages/operator/kyc-case").then((module) => module.KycCasePage),
  },
  {
    path: "/operator/clients",
    layout: "operator",
    title: () => i18n._("Clients"),
    page: () => import("@/pages/operator/clients").then((module) => module.ClientsPage),
  },
  {
    path: "/operator/clients/$client",
    layout: "operator",
    title: () => i18n._("Client"),
    page: () => import("@/pages/operator/client").then((module) => module.ClientPage),
  },
  {
    path: "/operator/clients/$client/ledger",
    layout: "operator",
    title: () => i18n._("Client ledger"),
    page: () => import("@/pages/operator/ledger-client").then((module) => module.ClientLedgerPage),
  },
  {
    path: "/operator/files",
    layout: "operator",
    title: () => i18n._("File views"),
    page: () => import("@/pages/operator/files").then((module) => module.FileViewsPage),
  },
  {
    path: "/operator/feedback",
    layout: "operator",
    title: () => i18n._("Feedback"),
    page: () => import("@/pages/operator/feedback").then((module) => module.FeedbackPage),
  },
  {
    path: "/operator/feedback/$ticket",
    layout: "operator",
    title: () => i18n._("Ticket"),
    page: () => import("@/pages/operator/feedback").then((module) => module.FeedbackPage),
  },
  {
    path: "/operator/outbox",
    layout: "operator",
    title: () => i18n._("Outbox"),
    page: () => import("@/pages/operator/outbox").then((module) => module.OutboxPage),
  },
  {
    path: "/operator/outbox/$mail",
    layout: "operator",
    title: () => i18n._("Email"),
    page: () => import("@/pages/operator/mail").then((module) => module.MailPage),
  },
  {
    path: "/operator/markets",
    layout: "operator",
    title: () => i18n._("Markets"),
    page: () => import("@/pages/operator/markets").then((module) => module.OperatorMarketsPage),
  },
  {
    path: "/operator/markets/$pair",
    layout: "operator",
    title: () => i18n._("Market"),
    page: () => import("@/pages/operator/markets-pair").then((module) => module.OperatorPairPage),
  },
  {
    path: "/operator/coins",
    layout: "operator",
    title: () => i18n._("Coins"),
    page: () => import("@/pages/operator/coins").then((module) => module.OperatorCoinsPage),
  },
  {
    path: "/operator/ledger",
    layout: "operator",
    title: () => i18n._("Ledger"),
    page: () => import("@/pages/operator/ledger").then((module) => module.LedgerPage),
  },
  {
    path: "/operator/ledger/proposals/$proposal",
    layout: "operator",
    title: () => i18n._("Proposal"),
    page: () => import("@/pages/operator/ledger").then((module) => module.LedgerPage),
  },
  {
    path: "/operator/ledger/house",
    layout: "operator",
    title: () => i18n._("Exchange accounts"),
    page: () => import("@/pages/operator/ledger-house").then((module) => module.HousePage),
  },
  {
    path: "/operator/engine",
    layout: "operator",
    title: () => i18n._("Engine"),
    page: () => import("@/pages/operator/engine").then((module) => module.EnginePage),
  },
  {
    path: "/operator/sites",
    layout: "operator",
    title: () => i18n._("Sites"),
    page: () => import("@/pages/operator/sites").then((module) => module.SitesPage),
  },
  {
    path: "/operator/rules",
    layout: "operator",
    title: () => i18n._("Rules"),
    page: () => import("@/pages/operator/rules").then((module) => module.RulesPage),
  },
  {
    path: "/operator/levels",
    layout: "operator",
    title: () => i18n._("Levels"),
    page: () => import("@/pages/operator/levels").then((module) => module.OperatorLevelsPage),
  },
  {
    path: "/operator/staff",
    layout: "operator",
    title: () => i18n._("Staff"),
    page: () => import("@/pages/operator/staff").then((module) => module.StaffPage),
  },
  {
    path: "/operator/account",
    layout: "operator",
    title: () => i18n._("My account"),
    page: () => import("@/pages/operator/account").then((module) => module.OperatorAccountPage),
  },
  {
    path: "/operator/enrol",
    layout: null,
    title: () => i18n._("Set up your account"),
    page: () => import("@/pages/operator/enrol").then((module) => module.EnrolPage),
  },
  {
    path: "/operator/audit",
    layout: "operator",
    title: () => i18n._("Audit log"),
    page: () => import("@/pages/operator/audit").then((module) => module.AuditPage),
  },
];
