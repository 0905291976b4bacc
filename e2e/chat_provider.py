"""A double of the support chat's provider, on an origin of its own, after the source of Chatwoot 4.14.

The outer script does what the provider's public script does with the page: the bubble's holder appears when
the frame has loaded; `chatwoot:ready` is dispatched once, never after a reset; a reset reloads the frame and
resends the client in a form that the frame refuses; styles are written into the document. The frame does what
the widget does: it takes an identity only with an identifier and a user, gets a token for each contact, is
told each address of the page as soon as there is one, and a campaign has it open the window. The first key or
click fetches its sound.
"""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

SCRIPT = """
(() => {
  const PREFIX = "chatwoot-widget:";
  const YEAR = 365 * 86400;
  const setCookie = (name, value, age) => {
    document.cookie = `${name}=${value}; Path=/; Max-Age=${age}; SameSite=Lax`;
  };
  const readCookie = name => (`; ${document.cookie}`.split(`; ${name}=`)[1] ?? "").split(";")[0];
  const frame = () => document.getElementById("chatwoot_live_chat_widget");
  const send = (event, rest) =>
    frame().contentWindow.postMessage(PREFIX + JSON.stringify({event, ...rest}), "*");
  const find = name => document.querySelector("." + name);
  const openWindow = isOpen => {
    window.$chatwoot.isOpen = isOpen;
    find("woot-widget-holder").classList.toggle("woot--hide", !isOpen);
    find("woot--close").classList.toggle("woot--hide", !isOpen);
    find("woot-widget-bubble").classList.toggle("woot--hide", isOpen);
    send("toggle-open", {isOpen});
    if (!isOpen) find("woot-widget-bubble").focus();
  };

  function run({baseUrl, websiteToken}) {
    if (window.$chatwoot) return;
    const url = `${baseUrl}/widget?website_token=${websiteToken}`;
    const userCookie = `cw_user_${websiteToken}`;
    const settings = window.chatwootSettings ?? {};
    const chat = window.$chatwoot = {
      baseUrl,
      hasLoaded: false,
      isOpen: false,
      resetTriggered: false,
      locale: settings.locale,
      darkMode: settings.darkMode,
      userCookie,
      toggle(state) {
        openWindow(state ? state === "open" : !chat.isOpen);
      },
      toggleBubbleVisibility(visibility) {
        const isHidden = visibility === "hide";
        find("woot-widget-holder").classList.toggle("woot-widget--without-bubble", isHidden);
        find("woot--bubble-holder").classList.toggle("woot-hidden", isHidden);
        send("sdk-set-bubble-visibility", {hideMessageBubble: isHidden});
      },
      setUser(identifier, user) {
        const known = btoa(JSON.stringify([identifier, user])).replaceAll("=", "");
        if (readCookie(userCookie) === known) return;
        chat.identifier = identifier;
        chat.user = user;
        send("set-user", {identifier, user});
        setCookie(userCookie, known, YEAR);
      },
      reset() {
        if (chat.isOpen) openWindow(false);
        setCookie("cw_conversation", "", 0);
        setCookie(userCookie, "", 0);
        frame().src = url;
        chat.resetTriggered = true;
      },
    };

    const styles = document.createElement("style");
    styles.innerHTML = `.woot-hidden { display: none !important; }
      .woot--hide { bottom: -100vh !important; top: unset !important; opacity: 0;
        visibility: hidden !important; z-index: -1 !important; }
      .woot-widget-holder { position: fixed !important; z-index: 2147483000 !important; }
      .woot-widget-holder iframe { border: 0; height: 100% !important; width: 100% !important; }
      .woot-widget-holder.has-unread-view { height: auto; min-height: 80px !important; bottom: 94px; }
      .woot-widget-bubble { position: fixed; right: 20px; bottom: 20px; width: 64px; height: 64px;
        z-index: 2147483000 !important; }
      @media only screen and (max-width: 667px) {
        .woot-widget-holder { height: 100%; right: 0; top: 0; width: 100%; }
        .woot-widget-holder.has-unread-view { height: auto; width: auto; bottom: 0; top: auto; }
        .woot-widget-bubble.woot--close { visibility: hidden !important; }
      }
      @media only screen and (min-width: 667px) {
        .woot-widget-holder { bottom: 104px; right: 20px; width: 400px !important;
          height: calc(90% - 84px); max-height: 640px !important; }
      }`;
    document.body.append(styles);
    const holder = document.createElement("div");
    holder.className = "woot-widget-holder woot--hide";
    const made = document.createElement("iframe");
    made.id = "chatwoot_live_chat_widget";
    // What is known of an earlier visit goes along at first, but not after a reset.
    made.src = `${url}&cw_conversation=${readCookie("cw_conversation")}`;
    holder.append(made);
    document.body.append(holder);
    window.onmessage = ({data}) => {
      if (typeof data !== "string" || !data.startsWith(PREFIX)) return;
      const message = JSON.parse(data.slice(PREFIX.length));
      events[message.event]?.(message);
    };
  }

  function watchAddress() {
    let told;
    const tell = () => {
      if (told === location.href) return;
      told = location.href;
      send("change-url", {referrerURL: told});
    };
    tell();
    for (const method of ["pushState", "replaceState"]) {
      const change = history[method];
      history[method] = (...parts) => {
        change.apply(history, parts);
        tell();
      };
    }
    addEventListener("popstate", tell);
    new MutationObserver(tell).observe(document.documentElement, {childList: true, subtree: true});
  }

  function fetchSound() {
    for (const event of ["click", "keydown"]) document.removeEventListener(event, fetchSound);
    fetch(`${window.$chatwoot.baseUrl}/audio/widget/ding.mp3`);
  }

  const events = {
    loaded({config}) {
      const chat = window.$chatwoot;
      setCookie("cw_conversation", config.authToken, YEAR);
      chat.hasLoaded = true;
      chat.widgetColor = config.channelConfig.widgetColor;
      send("config-set", {locale: chat.locale, darkMode: chat.darkMode});
      if (!find("woot--bubble-holder")) {
        makeBubble();
        watchAddress();
      }
      if (chat.user) send("set-user", chat.user);
      for (const event of ["click", "keydown"]) document.addEventListener(event, fetchSound);
      if (!chat.resetTriggered) window.dispatchEvent(new CustomEvent("chatwoot:ready"));
    },
    setAuthCookie({data}) {
      setCookie("cw_conversation", data.widgetAuthToken, YEAR);
    },
    setUnreadMode() {
      find("woot-widget-holder").classList.add("has-unread-view");
      openWindow(true);
    },
    error({data}) {
      setCookie(window.$chatwoot.userCookie, "", 0);
      window.dispatchEvent(new CustomEvent("chatwoot:error", {detail: data}));
    },
  };

  function makeBubble() {
    const holder = document.createElement("div");
    holder.className = "woot--bubble-holder";
    const bubble = document.createElement("button");
    bubble.className = "woot-widget-bubble";
    bubble.title = "Open chat window";
    bubble.onclick = () => openWindow(!window.$chatwoot.isOpen);
    const close = document.createElement("button");
    close.className = "woot-widget-bubble woot--close woot--hide";
    close.onclick = () => openWindow(false);
    holder.append(bubble, close);
    document.body.append(holder);
  }

  window.chatwootSDK = {run};
})();
"""
FRAME = """<!doctype html><title>Chat</title><script>
const token = new URLSearchParams(location.search).get("cw_conversation") || "%s";
const tell = message => parent.postMessage("chatwoot-widget:" + JSON.stringify(message), "*");
const post = (path, body) => fetch(path, {method: "POST", body: JSON.stringify(body)});
addEventListener("message", async ({data}) => {
  const {event, ...rest} = JSON.parse(data.slice("chatwoot-widget:".length));
  if (event === "change-url") post("/addresses", rest.referrerURL);
  if (event !== "set-user") return;
  if (!rest.identifier || !rest.user)
    return tell({event: "error", errorType: "SET_USER_ERROR", data: "No identifier"});
  const answer = await post("/contacts", rest);
  if (!answer.ok) return tell({event: "error", errorType: "SET_USER_ERROR", data: "HMAC failed"});
  tell({event: "setAuthCookie", data: {widgetAuthToken: await answer.text()}});
});
const follow = async () => {
  while ((await (await fetch("/campaigns")).text()) !== "now");
  tell({event: "setUnreadMode"});
};
tell({event: "loaded", config: {authToken: token, channelConfig: {widgetColor: "#1f93ff"}}});
follow();
</script>"""


class ChatProvider:
    """What it has been asked by the visitors of one story."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.scripts = 0
        # The token with which each frame began; empty for a visitor whom nobody knows.
        self.frames: list[str] = []
        # Whom frames were told about, in order.
        self.seen: list[dict[str, Any]] = []
        self.addresses: list[str] = []
        self.sounds = 0
        self.refuses = False
        self.may_run = threading.Event()
        self.may_run.set()
        self.may_load = threading.Event()
        self.may_load.set()
        self._campaign = threading.Event()

    def let_go(self) -> None:
        """Answer what was kept waiting."""
        self.may_run.set()
        self.may_load.set()

    def start_campaign(self) -> None:
        """A message that opens the window of whoever is there."""
        self._campaign.set()

    def answer(self, path: str, query: dict[str, list[str]]) -> tuple[str, str] | None:
        """The media type and text of a file, if there is one."""
        if path == "/packs/js/sdk.js":
            self.scripts += 1
            self.may_run.wait(60)
            return "text/javascript", SCRIPT
        if path == "/widget":
            self.may_load.wait(60)
            self.frames.append(query.get("cw_conversation", [""])[0])
            return "text/html", FRAME % f"visitor-{len(self.frames)}"
        if path == "/campaigns":
            # After a moment without one it is asked again.
            return "text/plain", "now" if self._campaign.wait(0.5) else "none"
        if path == "/audio/widget/ding.mp3":
            self.sounds += 1
            return "audio/mpeg", ""
        return None


class ChatServer:
    """Serves one story after the other under the same address."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.provider = ChatProvider(url)

    def start_story(self) -> ChatProvider:
        """Whoever asks from now on belongs to the next story."""
        self.provider = ChatProvider(self.url)
        return self.provider


@contextmanager
def providing() -> Iterator[ChatServer]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked = urlsplit(self.path)
            answer = served.provider.answer(asked.path, parse_qs(asked.query))
            if answer is None:
                self.send_error(404)
            else:
                self._answer(*answer)

        def do_POST(self) -> None:
            provider = served.provider
            told = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if self.path == "/addresses":
                provider.addresses.append(told)
                self._answer("text/plain", "")
            elif provider.refuses:
                self.send_error(401)
            else:
                provider.seen.append(told)
                self._answer("text/plain", f"contact-{told['identifier']}")

        def _answer(self, media_type: str, text: str) -> None:
            body = text.encode()
            self.send_response(200)
            self.send_header("Content-Type", media_type)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Access-Control-Allow-Origin", "*")
            self.end_headers()
            # A frame may be gone before it has loaded.
            with suppress(ConnectionError):
                self.wfile.write(body)

        def log_request(self, *_: object) -> None:
            """Nobody reads it."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    served = ChatServer(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield served
    finally:
        served.provider.let_go()
        server.shutdown()
        thread.join()
        server.server_close()
