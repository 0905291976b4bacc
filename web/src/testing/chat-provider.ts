import { onTestFinished } from "vitest";

export const chatFrame = () => document.querySelector<HTMLIFrameElement>("#chatwoot_live_chat_widget");
export const widgetHolder = () => document.querySelector(".woot-widget-holder");
export const bubbleHolder = () => document.querySelector(".woot--bubble-holder");

const BUBBLE = '<div class="woot--bubble-holder"><button class="woot--close"></button></div>';

/** What the provider's script was asked to do, in order. */
export const calls: string[] = [];

/** A double of the provider's script: it has a bubble holder once its frame has loaded, and emits ready once. */
export function standInForProvider() {
  let hasBeenReset = false;
  const holder = () => bubbleHolder() as HTMLElement;
  calls.length = 0;
  onTestFinished(() => {
    delete window.$chatwoot;
    delete window.chatwootSDK;
    window.onmessage = null;
  });
  window.chatwootSDK = {
    run: ({ websiteToken, baseUrl }) => {
      calls.push(`run ${websiteToken} ${baseUrl}`);
      const frame = '<iframe id="chatwoot_live_chat_widget"></iframe>';
      document.body.insertAdjacentHTML("beforeend", `<div class="woot-widget-holder">${frame}</div>`);
      window.$chatwoot = {
        setUser: (id, { email, name, identifier_hash }) =>
          calls.push(["setUser", id, email, name, identifier_hash].join(" ")),
        reset: () => {
          hasBeenReset = true;
          calls.push("reset");
        },
        toggle: (state) => calls.push(state),
        toggleBubbleVisibility: (visibility) => {
          holder().classList.toggle("woot-hidden", visibility === "hide");
          calls.push(visibility);
        },
      };
      window.onmessage = ({ data }) => {
        if (!String(data).includes('"loaded"')) return;
        if (!holder()) document.body.insertAdjacentHTML("beforeend", BUBBLE);
        if (!hasBeenReset) window.dispatchEvent(new Event("chatwoot:ready"));
      };
    },
  };
}
