import { waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { useWaitingToasts } from "@/design/toast";
import { acceptanceOf, convertRequest } from "@/features/convert/convert-request";
import { redeemRequest, subscribeRequest } from "@/features/earn/earn-requests";
import { withdrawRequest } from "@/features/wallets/withdraw-request";
import { setPersistedAccount } from "@/lib/persisted";
import { type RequestBody, type RequestKind, submitRequest } from "@/session/pending-requests";
import { clearSession, startSession } from "@/session/session";
import { useStepUpRequest } from "@/session/step-up";
import { storeInOtherTab } from "@/testing/browser-storage";
import { aConversion, aQuote } from "@/testing/convert";
import { aPosition } from "@/testing/earn";
import { problemResponse, serve, serveNothing, serveProblem } from "@/testing/fake-server";
import { aWithdrawal } from "@/testing/wallets";
import { startRequestOutcomes } from "./request-outcomes";

let stop: () => void;
const visited: string[] = [];

beforeEach(async () => {
  startSession("token");
  setPersistedAccount("1");
  stop = await startRequestOutcomes((href) => visited.push(href));
});
afterEach(() => {
  stop();
  clearSession();
  visited.length = 0;
  history.replaceState(null, "", "/");
});

const gone = () => false;
const toasts = () => useWaitingToasts.getState();
const summaries = () => toasts().map(({ summary }) => summary);
const withdrawal = { coin: "BTC", network: "btc", amount: "0.5", address: "bc1q" };

type Example = [RequestKind<RequestBody, unknown>, object, path: string, answer: object, ...texts: string[]];

const example = <Body extends RequestBody, Answer>(
  kind: RequestKind<Body, Answer>,
  body: Body,
  path: string,
  answer: object,
  ...texts: string[]
) => [kind, body, path, answer, ...texts] as unknown as Example;

const examples = [
  example(
    convertRequest,
    acceptanceOf(aQuote()),
    "/v1/exchange/quote/{id}/accept",
    aConversion(),
    "0.5 BTC converted to 9.975 ETH",
    "BTC wasn’t converted to ETH",
    "No response yet. 0.5 BTC may have been converted to ETH.",
  ),
  example(
    subscribeRequest,
    { product_id: "usdt-flex", amount: "100", auto_renew: false, coin: "USDT" },
    "/v1/earn/positions",
    aPosition(),
    "100 USDT subscribed",
    "100 USDT wasn’t subscribed",
    "No response yet. 100 USDT may have been subscribed.",
  ),
  example(
    redeemRequest,
    { position_id: 7, coin: "USDT", amount: "40", all: false },
    "/v1/earn/positions/{id}/redeem",
    aPosition(),
    "40 USDT redeemed to your Spot Wallet",
    "40 USDT wasn’t redeemed",
    "No response yet. 40 USDT may have been redeemed.",
  ),
  example(
    withdrawRequest,
    withdrawal,
    "/v1/withdrawal",
    aWithdrawal(),
    "Your withdrawal of 0.5 BTC waits for its code",
    "Your withdrawal of 0.5 BTC was rejected",
    "No response yet. Your withdrawal of 0.5 BTC may have been requested.",
  ),
];

test.each(examples)(
  "%o is said when it is done, refused or unknown",
  async (kind, body, path, answer, ...texts) => {
    serve("post", path, answer);
    await submitRequest(kind, body as RequestBody, gone);
    serveProblem("post", path, { status: 422, code: "BELOW_MINIMUM" });
    await submitRequest(kind, body as RequestBody, gone);
    serveNothing("post", path);
    await submitRequest(kind, body as RequestBody, gone);

    await waitFor(() => expect(summaries()).toEqual(texts));
  },
);

test("a withdrawal whose form is gone leads to its code", async () => {
  serve("post", "/v1/withdrawal", aWithdrawal());
  await submitRequest(withdrawRequest, withdrawal, gone);
  await waitFor(() => expect(toasts()[0]?.actions?.[0]?.label).toBe("Enter the code"));

  toasts()[0]?.actions?.[0]?.onPress();

  expect(visited).toEqual(["/personal/withdraw?withdrawal=w1"]);
  expect(toasts()).toEqual([]);
});

test("nobody is asked for a password because of an earlier page, but on that page", async () => {
  const asked = serve("post", "/v1/withdrawal", () =>
    problemResponse({ status: 403, code: "STEP_UP_REQUIRED", methods: ["password"] }),
  );

  const left = { key1: { kind: "withdraw", body: withdrawal, at: Date.now() - 60_000 } };
  storeInOtherTab("cw:account:1:money-requests", JSON.stringify(left));

  await waitFor(() => expect(summaries()[0]).toMatch(/^No response yet/));
  toasts()[0]?.actions?.[0]?.onPress();
  expect(visited).toEqual(["/personal/withdraw"]);
  expect(asked).toHaveLength(1);

  history.replaceState(null, "", "/personal/withdraw");
  toasts()[0]?.actions?.[0]?.onPress();
  await waitFor(() => expect(useStepUpRequest.getState()?.methods).toEqual(["password"]));
  useStepUpRequest.getState()?.onCancel();
});
